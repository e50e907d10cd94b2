import { defineStrings, plural } from "../ui/language.ts";

export const strings = defineStrings({
  en: {
    starting: "Fieldfare is starting",
    openingStorage: "Opening the app's data",
    startFailed: "Fieldfare could not start",
    startFailedText:
      "The data on this phone could not be opened. Nothing has been deleted. Close other tabs of this app, then try again.",
    tryAgain: "Try again",
    blocked: {
      title: "Fieldfare is open in another tab",
      text: "That tab still runs an earlier version. Close the other tabs of this app, and this one continues by itself. Nothing has been deleted.",
    },
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
    errorTitle: "Error",
    error: "There's been an error",
    errorSaved: "Everything you have recorded is saved on this phone.",
    signOut: "Sign out",
    home: "Return home",
    notFoundTitle: "Page not found",
    notFound: "We're sorry but the page you requested was not found.",
    update: {
      ready: "A new version is ready",
      take: "Update now",
      taking: "The new version starts by itself in a moment.",
      unsafe: "Finish or leave this screen first, then update.",
    },
    syncStatus: {
      title: "Messages",
      allSent: "All sent",
      waiting: (count: number) => plural(count, { one: "# waiting", other: "# waiting" }),
      attention: "Attention",
      oldest: (age: string) => `oldest from ${age}`,
      allSentText: "Everything you have recorded has been received by the server.",
      waitingText: (count: number) =>
        plural(count, {
          one: "# message is saved on this phone and will be sent when the server can be reached.",
          other:
            "# messages are saved on this phone and will be sent when the server can be reached.",
        }),
      signInMissing: (count: number) =>
        plural(count, {
          one: "# message is saved on this phone. It is sent after you sign out and log back in.",
          other:
            "# messages are saved on this phone. They are sent after you sign out and log back in.",
        }),
      blockedTitle: (count: number) =>
        plural(count, { one: "# refused by the server", other: "# refused by the server" }),
      blockedText:
        "It and the later messages of its job are not sent for now. Other jobs are not affected. Tell the office.",
      waitingTitle: (count: number) =>
        plural(count, { one: "# message waits", other: "# messages wait" }),
      more: (count: number) => `and ${count} more`,
      attempts: (count: number) => plural(count, { one: "tried once", other: "tried # times" }),
      sending: "being sent",
      queued: "waiting",
      tryNow: "Try now",
      trying: "Trying",
      export: "Export refused messages",
      syncTitle: "Synchronisation",
      lastSync: "Last synchronised",
      never: "Not yet",
      syncNow: "Synchronise now",
    },
  },
});
