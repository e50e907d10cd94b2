import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Forgotten Pin?",
    username: "Username",
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
