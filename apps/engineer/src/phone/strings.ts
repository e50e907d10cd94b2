import { defineStrings, plural } from "../ui/language.ts";

/** The texts that any screen can show: sync, network, login. */
export const strings = defineStrings({
  en: {
    networkError: "Unable to contact server. Another attempt will be made later.",
    tokenRenewalFailure: "Unable to verify your login.  Please sign out and log back in.",
    lessThanAMinute: "less than a minute ago",
    signOut: "Sign out",
    support: "Support:",
    genericFailure: "An error has occurred",
    storageFull: "This phone's storage is full. Free some space, or new work may not be saved.",
    storageLost: "This phone's storage could not be opened. Close the app and open it again.",
    blocked:
      "The server refused a message. It is still saved on this phone. Tap the sync icon to see why.",
    offline: "Offline.",
    unreachable: "No connection to the server.",
    workSaved: "Your work is saved on this phone.",
    clockOff: (hours: number) => {
      const days = Math.round(Math.abs(hours) / 24);
      const off =
        days < 2
          ? plural(Math.abs(hours), { one: "# hour", other: "# hours" })
          : plural(days, { one: "# day", other: "# days" });
      return hours > 0
        ? `This phone's clock is ${off} behind`
        : `This phone's clock is ${off} ahead`;
    },
    clockOffText:
      "The app corrects the times of what you record while it can. Choose automatic date and time in the phone's settings.",
    dataKeyLost:
      "This phone could not open what it had stored for you, so your jobs are fetched again. What was not sent yet is still here and is sent.",
    restored: "The browser had lost its data. Your unsent work has been restored.",
    sync: {
      preparing: "Asking for changes",
      download: "Downloading reference data",
      downloaded: (done: string, total: string | null) =>
        total === null ? done : `${done} of ${total}`,
      store: "Storing reference data",
    },
    givenToAnother:
      "Call the office: your visit counts only when the office gives the job back to you.",
    action: {
      "storage-full": "The storage of this phone is full. Free some space and try again.",
      "storage-failed": "That could not be saved. Please try again.",
      "signed-out": "You've been signed out",
    },
  },
});
