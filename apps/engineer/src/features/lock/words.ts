import { defineWords } from "../../ui/language.ts";

export const words = defineWords({
  en: {
    title: "Locked",
    locked: "Your access is locked.",
    blocked: "Continued use of the application has been blocked on this device.",
    contact: "Please contact support directly to rectify the situation.",
    kept: "What you have recorded is kept and still sent. This phone works again as soon as it is unlocked.",
    signOut: "Sign out",
  },
});
