import { defineStrings, formatNumber } from "./language.ts";

/** The texts of the components in this folder. */
export const strings = defineStrings({
  en: {
    back: "Back",
    cancel: "Cancel",
    change: "Change",
    clear: "Clear",
    close: "Close",
    dismiss: "Dismiss",
    loading: "Loading",
    none: "Please select",
    show: "Show",
    hide: "Hide",
    optional: "(optional)",
    charactersUsed: (length: number, max: number) =>
      `${formatNumber(length)} of ${formatNumber(max)} characters`,
    tooLong: (length: number, max: number) =>
      `At most ${formatNumber(max)} characters; there are ${formatNumber(length)}.`,
    bannerKind: { info: "Note", good: "Done", warn: "Warning", danger: "Danger" },
    picker: {
      hits: { one: "# match", other: "# matches" },
      many: "Many matches. Type more to narrow them down.",
      failed: "The list could not be searched. Please try again.",
    },
  },
});
