import { defineWords, plural } from "../ui/language.ts";

export const words = defineWords({
  en: {
    starting: "Fieldfare is starting",
    openingStorage: "Opening what is kept on this phone",
    startFailed: "Fieldfare could not start",
    startFailedText:
      "What is kept on this phone could not be opened. Nothing has been deleted. Close other tabs of this app, then try again.",
    tryAgain: "Try again",
    blocked: {
      title: "Fieldfare is open in another tab",
      text: "That tab still has an earlier version. Close the other tabs of this app: this one goes on by itself. Nothing has been deleted.",
    },
    sendsOnly: {
      later: {
        title: "This version of the app is too old",
        text: "A newer version has been used on this phone. Your work is kept, and what waits is being sent. Update the app to go on.",
      },
      failed: {
        title: "The app could not be brought up to date",
        text: "What is kept on this phone could not be changed for this version. Nothing has been deleted: everything is as it was, and what waits is still being sent. Free some space, close other tabs of this app, then try again.",
      },
      waiting: (count: number) =>
        plural(count, { one: "# message still waits", other: "# messages still wait" }),
      looking: "Looking for the update",
      notFound: "No newer version could be fetched. Try again where there is a network.",
    },
    errorTitle: "Error",
    error: "There's been an error",
    errorKept: "What you have recorded is kept on this phone.",
    signOut: "Sign out",
    home: "Return home",
    notFoundTitle: "Page not found",
    notFound: "We're sorry but the page you requested was not found.",
    update: {
      ready: "A new version is ready",
      take: "Update now",
      unsafe: "Finish or leave what is open first. The new version waits.",
    },
    sign: {
      title: "Messages",
      allSent: "All sent",
      waiting: (count: number) => plural(count, { one: "# waiting", other: "# waiting" }),
      attention: "Attention",
      oldest: (age: string) => `oldest from ${age}`,
      allSentText: "Everything you have recorded has been received by the server.",
      waitingText: (count: number) =>
        plural(count, {
          one: "# message is kept on this phone and will be sent when the server can be reached.",
          other:
            "# messages are kept on this phone and will be sent when the server can be reached.",
        }),
      parkedTitle: (count: number) =>
        plural(count, { one: "# refused by the server", other: "# refused by the server" }),
      parkedText: "Held back with the messages behind it. Other jobs go on. Tell the office.",
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
