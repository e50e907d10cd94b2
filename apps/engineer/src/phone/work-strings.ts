import { isolateText } from "@fieldfare/domain";
import { defineStrings, formatSize, plural } from "../ui/language.ts";

/** The texts that several screens of a signed-in engineer show. The sign-in screen does not load them. */
export const strings = defineStrings({
  en: {
    sending: {
      sent: "All messages have been sent",
      waits: (count: number) =>
        plural(count, { one: "# message waits.", other: "# messages wait." }),
      images: "The server cannot store photos at the moment.",
      server: "The server cannot take messages at the moment.",
      network: "The server cannot be reached.",
      storage:
        "This phone's storage is full, so the app cannot finish sending. Free some space on the phone.",
      byItself: "The app tries again by itself.",
      refused: "The server refused it again. Tell the office.",
    },
    missingLists: {
      title: "The lists on this phone are missing",
      text: "The app's forms, parts, SORs and root causes have to be loaded again. Until then some questions cannot be asked. Load them before you close a job.",
      load: "Load the lists",
    },
    freshness: {
      offline: "No signal",
      failed: "The server could not be reached",
      asOf: (when: string) => `As of ${when}.`,
      never: "It has not been loaded on this phone yet.",
      retry: "Try again",
    },
    draftOverwritten:
      "You had typed something else here in another tab. What you typed last is saved.",
    draftMalformed:
      "Some of what you entered here could not be read. Check this screen before you go on.",
    discard: {
      question: "Discard what you entered?",
      text: "It cannot be brought back.",
      confirm: "Discard",
      keep: "Keep editing",
    },
    visit: {
      call: (name: string) => `Call ${isolateText(name)}`,
      callNumber: (name: string, number: string) => `Call ${isolateText(name)}, ${number}`,
      navigate: "Navigate",
      navigateToIt: "Navigate to this job with Google Maps",
      oneActive: {
        title: "You may only have one active job at a time.",
        text: "An active job may be cancelled before access is gained or put on hold afterwards.",
        open: "Go to active job",
        look: "Look at this job",
        stay: "Stay here",
      },
      gone: "This job is no longer on this device.",
    },
    sync: {
      success: "Synchronisation completed successfully",
      failure: "Synchronisation failed.  Try again later.",
      notRequired: "The app is up to date",
      required: "Synchronisation Required",
      requiredText: (sizeInMb: number) =>
        `There are ${formatSize(sizeInMb * 1_000_000)} to download. Use WiFi if you can. You can keep working while it runs.`,
      later: "Sync later",
      request: "Request sync",
    },
  },
});
