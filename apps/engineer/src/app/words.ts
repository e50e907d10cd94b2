import type { MessageType } from "@fieldfare/contract";
import { defineWords, plural } from "../ui/language.ts";

const messageNames: Record<MessageType, string> = {
  JobStatusChange: "Job status",
  JobHoldChange: "Job hold",
  JobImage: "Photo",
  JobNoAccess: "No access",
  JobClose: "Job closed",
  JobRemove: "Job removed",
  RejectRemoveRequest: "Job retained",
  SignatureUpdate: "Signature",
  PartCollected: "Part collected",
  PropertyNotificationConfirm: "Notice confirmed",
  ContactFavouriteChange: "Favourite contact",
  CommandAcknowledgement: "Answer to the office",
  MemoryProfile: "Memory report",
  MileageAdd: "Mileage added",
  MileageUpdate: "Mileage changed",
  MileageRemove: "Mileage removed",
};

export const words = defineWords({
  en: {
    starting: "Fieldfare is starting",
    openingStorage: "Opening what is kept on this phone",
    startFailed: "Fieldfare could not start",
    startFailedText:
      "What is kept on this phone could not be opened. Nothing has been deleted. Close other tabs of this app, then try again.",
    tryAgain: "Try again",
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
      tryNow: "Try now",
      trying: "Trying",
      export: "Export refused messages",
      syncTitle: "Synchronisation",
      lastSync: "Last synchronised",
      never: "Not yet",
      syncNow: "Synchronise now",
      message: (type: MessageType) => messageNames[type],
    },
  },
});
