import type { StorageAlarm } from "@fieldfare/domain";
import { defineWords } from "../ui/language.ts";

const alarm: Record<StorageAlarm, string> = {
  "nearly-full":
    "The storage of this phone is nearly full: free some space, or photos will not fit.",
  "not-persistent": "The browser may clear what is kept here when space runs out.",
  "unsent-old": "Work that is older than a day has not reached the server.",
};

export const storageWords = defineWords({
  en: {
    title: (alarms: readonly StorageAlarm[]) =>
      alarms.every((each) => each === "not-persistent")
        ? "Kept for the time being only"
        : "Unsent work is in danger",
    alarm,
    keep: "Ask the browser to keep it",
    refused: "The browser refused. Install the app to the home screen, then try again.",
    rescue: "Save a rescue file",
  },
});
