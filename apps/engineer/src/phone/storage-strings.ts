import { isWorkInDanger, type StorageAlarm } from "@fieldfare/domain";
import { defineStrings } from "../ui/language.ts";

const alarm: Record<StorageAlarm, string> = {
  "nearly-full":
    "The storage of this phone is nearly full: free some space, or photos will not fit.",
  "not-persistent": "When space runs out, the browser may delete unsent work too.",
  "one-copy":
    "This browser saves your unsent work once only, because its second copy does not work here or has failed. Stay where there is a signal, so that work is sent soon.",
  "one-copy-of-others":
    "The unsent work of a colleague on this phone is saved once only, because its second copy cannot be written. The colleague needs to sign in here where there is a signal, so that it is sent.",
  "unsent-old": "Work that is older than a day has not reached the server.",
};

export const storageStrings = defineStrings({
  en: {
    title: (alarms: readonly StorageAlarm[]) => {
      if (isWorkInDanger(alarms)) return "Unsent work is in danger";
      if (alarms.includes("one-copy")) return "Only one copy of your unsent work";
      return alarms.includes("one-copy-of-others")
        ? "Only one copy of a colleague's unsent work"
        : "The browser may delete the app's data";
    },
    alarm,
    /** Below that title, in the message about a notice at the end of the screen. */
    below: "Scroll down to read why, and what you can do.",
    keep: "Ask the browser to keep the data",
    refused: "The browser refused. Install the app to the home screen, then try again.",
    rescue: "Save a rescue file",
  },
});
