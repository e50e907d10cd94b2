import { defineStrings } from "./language.ts";

/** The texts of signatures, which the first screen does not need. */
export const strings = defineStrings({
  en: {
    empty: "Empty. Sign with a finger, a pen or the mouse.",
    signed: "Signed.",
    typeInstead: "Type it instead",
    typed: "Name to use as signature",
    unfinished:
      "The screen closed before this signature was finished. Use it if nothing is missing, or sign again.",
    use: "Use this signature",
    again: "Sign again",
    takenOver:
      "Signed on a form of this visit. If another person signs here, change the name first.",
  },
});
