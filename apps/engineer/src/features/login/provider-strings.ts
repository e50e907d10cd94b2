import { defineStrings } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Sign in with your organisation",
    opening: "Opening the sign-in of your organisation",
    signingIn: "Signing in",
    again: "Try again",
    otherWay: "Sign in another way",
    back: "Back to Forgotten PIN?",
    notSignedInTitle: "You are not signed in",
    nothingChanged: "Nothing on this phone has changed.",
    offlineTitle: "Device not online",
    offline:
      "The sign-in of your organisation needs a network. Try again as soon as there is one, or sign in with your PIN.",
    refusals: {
      cancelled: "The sign-in at your organisation was cancelled.",
      "no-role": "Your organisation has not allowed you to use this app. Please call the office.",
      "no-email": "Your organisation did not send your email address. Please call the office.",
      "email-unverified":
        "Your organisation has not checked your email address. Please call the office.",
      "no-account": "The office has no engineer with your email address. Please call the office.",
      "other-account":
        "Your email address belongs to another account. The office works at /office. Please call the office.",
      "not-asked-again":
        "Your organisation did not ask for your password again. Sign out there, then try again.",
      failed: "The sign-in at your organisation did not work. Try again, or call the office.",
      "not-signed-in":
        "The sign-in at your organisation is older than ten minutes, or was begun somewhere else. Try again.",
    },
  },
});
