import { defineStrings } from "../../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "To read before the visit",
    stored: "On this phone",
    waiting: "Waits for a network",
    opening: "Opening",
    failed: "Unable to open it",
    connectivity:
      "It is not on this phone yet. It is fetched as soon as the phone reaches the server.",
    tryLater: "Please try again later",
  },
});
