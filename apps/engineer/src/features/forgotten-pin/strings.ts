import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Forgotten Pin?",
    username: "Username",
    proof: "How do you prove that it is you?",
    byPassword: "My password",
    byCode: "A code from the office",
    byProvider: "My organisation",
    providerHint:
      "Sign in at your organisation first. You then come back here and choose a new PIN.",
    toProvider: "Sign in with your organisation",
    proven: (email: string) => `Your organisation says that you are ${email}`,
    wrongProvider:
      "Unable to change PIN. The sign-in at your organisation is somebody else's, was used, or is older than ten minutes. Please sign in there again.",
    password: "Password",
    code: "Code",
    codeHint: "Call the office. They read 8 digits out to you, which work for 10 minutes.",
    noPassword: "Please enter your password.",
    noCode: "Please enter the 8 digits of the code.",
    wrongPassword: "Unable to change PIN. The password is not right.",
    wrongCode: "Unable to change PIN. The code is not right. It can be tried five times.",
    codeEnded:
      "Unable to change PIN. This code no longer works: it is older than 10 minutes, was used, was tried five times, or your PIN was changed since. Please ask the office for a new one.",
    pin: "Please enter the PIN you would like to use",
    hint: "4 to 10 digits. Six or more are much harder to guess.",
    again: "Re-enter PIN",
    change: "Change PIN",
    changing: "Changing PIN...",
    invalidEmail: "Please enter a valid email address.",
    noPin: "Please enter a PIN.",
    invalid: "A PIN between 4 and 10 numbers is required",
    obvious: "This PIN is too easy to guess. Please choose another.",
    noAgain: "Please re-enter PIN.",
    different: "PIN does not match",
    offlineTitle: "Device not online",
    offline: "You must have Internet connectivity to reset your Pin. Please try again shortly.",
    failed: "Unable to change PIN.",
    tooMany: "Unable to change PIN. Please try again in 15 minutes or call support.",
    changed: "Your PIN has been changed",
    cancel: "Cancel",
  },
});
