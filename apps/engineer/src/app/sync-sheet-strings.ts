import { defineStrings, plural } from "../ui/language.ts";

export const strings = defineStrings({
  en: {
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
    signInLater: (count: number) =>
      plural(count, {
        one: "# message is saved on this phone. It is sent after you sign in again when there is a network.",
        other:
          "# messages are saved on this phone. They are sent after you sign in again when there is a network.",
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
});
