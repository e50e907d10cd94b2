import { formatCount } from "../../ui/count.ts";
import { capitalise } from "../../ui/capitalise.ts";
import type { RetentionPeriod } from "./queries.ts";

const yearDays = 365.25;

/** "180 days", "2,192 days (6 years)", "For ever"; what has no days goes with the next run. */
export function describePeriod(days: number | null): string {
  if (days === null) return "For ever";
  if (days === 0) return "Until the next run";
  const text = formatCount(days, "day");
  const years = days / yearDays;
  const whole = Math.round(years);
  if (whole < 1 || Math.abs(years - whole) > 0.01) return text;
  return `${text} (${formatCount(whole, "year")})`;
}

/** "device-logs" as words, as it begins a line. */
export function describeKind(kind: string): string {
  return capitalise(kind.replaceAll("-", " "));
}

/** What somebody has chosen in the dialog. `otherwise`: the period that holds without the office's. */
export type PeriodChoice =
  | { readonly kind: "days"; readonly text: string }
  | { readonly kind: "for-ever" }
  | { readonly kind: "otherwise" };

/** The period that a choice means, or what is wrong with it, in words. */
export function readChoice(
  choice: PeriodChoice,
  { minimumDays, maximumDays, otherwiseDays }: RetentionPeriod,
): { readonly days: number | null } | { readonly issue: string } {
  if (choice.kind === "for-ever") return { days: null };
  if (choice.kind === "otherwise") return { days: otherwiseDays };
  const text = choice.text.replaceAll(/[\s,]/g, "");
  if (!/^\d{1,6}$/.test(text)) return { issue: "Type a number of days" };
  const days = Number(text);
  if (days < minimumDays) return { issue: `The shortest period is ${describePeriod(minimumDays)}` };
  if (days > maximumDays) return { issue: `The longest period is ${describePeriod(maximumDays)}` };
  return { days };
}

/** Whether a period deletes earlier than another one. */
export function isShorter(days: number | null, than: number | null): boolean {
  return days !== null && (than === null || days < than);
}

/** The kinds that are kept for ever although nobody has decided that. */
export function listUndecided(rules: readonly RetentionPeriod[]): readonly RetentionPeriod[] {
  return rules.filter(({ days, source }) => days === null && source === "default");
}
