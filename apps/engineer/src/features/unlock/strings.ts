import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Unlock",
    asPin: "Enter your PIN to go on.",
    asPassword: "Enter your password to go on.",
    unlock: "Unlock",
    unlocking: "Unlocking",
    withAuthenticator: "Use fingerprint or face",
    recognising: "Waiting for your fingerprint or face",
    withPassword: "Unlock with your password",
    withPin: "Unlock with your PIN",
    signInAgain: "Sign in again",
  },
});
