import { defineStrings, plural } from "../ui/language.ts";

/** The texts of updates, and of a start that another tab or another version prevents. */
export const strings = defineStrings({
  en: {
    blocked: {
      title: "Fieldfare is open in another tab",
      text: "That tab still runs an earlier version. Close the other tabs of this app, and this one continues by itself. Nothing has been deleted.",
    },
    slow: "Fieldfare is still starting. It waits for what is stored on this phone. If this stays, close the other tabs of this app, then close the browser and open it again. Nothing has been deleted.",
    sendOnly: {
      later: {
        title: "This version of the app is too old",
        text: "A newer version has been used on this phone. Your work is saved, and waiting messages are being sent. Update the app to continue.",
      },
      failed: {
        title: "The app could not be updated",
        text: "The data on this phone could not be converted for this version. Nothing has been deleted or changed, and waiting messages are still being sent. Free some space, close other tabs of this app, then try again.",
      },
      waiting: (count: number) =>
        plural(count, { one: "# message still waits", other: "# messages still wait" }),
      looking: "Looking for the update",
      notFound: "No newer version could be loaded. Try again when you have a signal.",
    },
    update: {
      ready: "A new version is ready",
      take: "Update now",
      taking: "The new version starts by itself in a moment.",
      unsafe: "Finish or leave this screen first, then update.",
    },
  },
});
