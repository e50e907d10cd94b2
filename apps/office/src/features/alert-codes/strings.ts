import { endSentence } from "../../ui/sentence.ts";
import { formatCount } from "../../ui/count.ts";
import type { Tone } from "../../ui/pill.tsx";

/** What the screen of alerts says. */
export const strings = {
  title: "Alerts",
  note: "A job names an alert by its code, and the engineer reads its text. Jobs that have been raised keep the text that they have.",
  loading: "The alerts are loading",
  nothing: "There are no alerts",
  nothingAdvice:
    "Add one for what engineers have to know before they go in, such as a dog or asbestos.",
  shown: (count: number) => formatCount(count, "alert"),
  code: "Code",
  text: "What the engineer reads",
  severity: "Severity",
  confirmation: "Engineer confirms it",
  actions: "Actions",
  yes: "Yes",
  no: "No",
  add: "Add alert",
  change: "Change",
  changeOf: (code: string) => `Change ${code}`,
  remove: "Remove",
  removeOf: (code: string) => `Remove ${code}`,
  removeTitle: (code: string) => `Remove the alert ${code}?`,
  removeNote: "New jobs can no longer name it. Jobs that have it keep it.",
  save: "Save",
  saved: (code: string) => `The alert ${code} is saved`,
  removed: (code: string) => `The alert ${code} is removed`,
  codeHint: "Other systems name the alert by it. It cannot be changed later.",
  textHint: "Say what to do. Say no more about a person than the work needs.",
  codeMissing: "Give it a code",
  codeTaken: "Another alert has this code",
  textMissing: "Say what the engineer has to know",
  changedTitle: "Somebody else has changed the alerts",
  changedAdvice: "Save or remove it again if that is still right.",
  nowSays: ({ description }: { readonly description: string }) =>
    `This one says now: ${endSentence(description)}`,
  nowRemoved: "This one is removed. If you save it, it is added again.",
  severities: {
    0: ["neutral", "Note"],
    1: ["warn", "Warning"],
    2: ["danger", "Danger"],
  } satisfies Readonly<Record<0 | 1 | 2, readonly [Tone, string]>>,
};
