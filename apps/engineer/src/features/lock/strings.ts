import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Locked",
    locked: "Your access is locked.",
    blocked: "Continued use of the application has been blocked on this device.",
    contact: "Please contact support directly to rectify the situation.",
    savedWork:
      "What you have recorded is saved and still sent. This phone works again as soon as it is unlocked.",
    check: "Check again",
    checking: "Checking",
    stillLocked: "This phone is still locked.",
    network: "Unable to contact server. Check again where there is a signal.",
    signOut: "Sign out",
  },
});
