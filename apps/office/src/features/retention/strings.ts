import { formatCount } from "../../ui/count.ts";
import type { Due, RetentionPeriod } from "./queries.ts";
import { describePeriod } from "./periods.ts";

const sources = {
  default: "Default",
  environment: "Settings of the server",
  office: "The office",
} as const satisfies Record<RetentionPeriod["source"], string>;

/** What the screen of retention says. */
export const strings = {
  title: "Retention",
  loading: "The periods are loading",
  intro:
    "A run every hour, at seven minutes past, deletes what is older than its period. What is deleted cannot be brought back, except from a backup.",
  undecided: "Nobody has decided how long some evidence is kept",
  undecidedAdvice: (kinds: string) =>
    `${kinds}: all of it is kept for ever. The law does not allow that without a reason (UK GDPR, article 5(1)(e)). Six years (2,192 days) suit most, because a claim may come that long. Choose a period for each, or "For ever" if you have a reason.`,
  nextRun: "Next run",
  running: (since: string) => `Running since ${since}`,
  failedTitle: "The last run failed",
  failed: (moment: string) =>
    `It is tried again on ${moment}. The alarms and the server's log say why.`,
  periods: "Periods",
  kind: "Kind of data",
  period: "How long",
  decidedBy: "Decided by",
  waits: "Next run deletes",
  lastDeleted: "Last deleted",
  actions: "Actions",
  source: ({ source }: RetentionPeriod) => sources[source],
  counting: "Counting",
  tooLong: "Takes too long to count",
  nothing: "Nothing",
  notInTheLastRuns: (runs: number) =>
    runs === 1 ? "Nothing in the last run" : `Nothing in the last ${runs} runs`,
  neverRan: "There was no run yet",
  change: "Change",
  changeKind: (kind: string) => `Change the period of ${kind}`,
  save: "Save",
  saved: (kind: string, days: number | null) =>
    days === null ? `${kind} are kept for ever` : `${kind} are kept for ${describePeriod(days)}`,
  keep: "Keep it",
  forDays: "For a number of days",
  days: "Days",
  limits: ({ minimumDays, maximumDays }: RetentionPeriod) =>
    `From ${describePeriod(minimumDays)} to ${describePeriod(maximumDays)}`,
  forEver: "For ever",
  otherwise: ({ otherwiseDays }: RetentionPeriod) =>
    `As the server has it: ${describePeriod(otherwiseDays).toLowerCase()}`,
  whatHappens: (effect: string) => `After the period: ${effect}.`,
  effectLater: "Nothing more is deleted at the next run than with the present period.",
  effect: (due: Due, days: number) =>
    due.count === null
      ? "How much the next run would delete takes too long to count. It may be a lot."
      : due.count === 0
        ? "The next run would delete nothing of what is there now."
        : `The next run would delete or reduce ${countText(due)} older than ${describePeriod(days)}.`,
  confirmTitle: (due: Due) =>
    due.count === null ? "Delete what is older?" : `Delete ${countText(due)}?`,
  confirm: "Save, and delete at the next run",
  back: "Back",
  confirmNotes: [
    "This cannot be undone. Take a backup first if you are not certain.",
    "It counts on every server from the next run on. Until then you can change the period again.",
  ],
  changedMeanwhile: "Somebody else has changed this period",
  changedMeanwhileAdvice: (days: number | null) =>
    `It is now: ${describePeriod(days).toLowerCase()}. What you chose is below: save it again if it is still right.`,
  runs: "Last runs",
  runsNote: (count: number) => `The ${count} last runs; those that deleted nothing are left out.`,
  noRuns: "No run has deleted anything yet",
  noRunsAdvice: "When a run deletes something, it is listed here with how much.",
  started: "Started",
  took: "Took",
  deleted: "Deleted or reduced",
  notEnded: "Did not end",
} as const;

/** "5 records", "more than 100,000 records". */
export function countText({ count, isMore }: Due): string {
  if (count === null) return strings.tooLong;
  const text = formatCount(count, "record");
  return isMore ? `more than ${text}` : text;
}
