import { defineWords } from "./language.ts";

/** What the parts say by themselves. */
export const words = defineWords({
  en: {
    back: "Back",
    cancel: "Cancel",
    clear: "Clear",
    close: "Close",
    dismiss: "Dismiss",
    loading: "Loading",
    none: "Please select",
    show: "Show",
    hide: "Hide",
    optional: "(optional)",
    bannerKind: { info: "Note", good: "Done", warn: "Warning", danger: "Danger" },
    signature: {
      empty: "Empty. Sign with a finger, a pen or the mouse.",
      signed: "Signed.",
      unavailable: "The signature pad could not be loaded. Please try again.",
      typeInstead: "Type it instead",
      typed: "Name to use as signature",
    },
  },
});
