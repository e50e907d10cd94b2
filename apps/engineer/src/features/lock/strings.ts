import { defineStrings, plural } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Locked",
    locked: "Your access is locked.",
    blocked: "Continued use of the application has been blocked on this device.",
    contact: "Please contact support directly to rectify the situation.",
    allSent: "Everything that you have recorded here has been sent.",
    openVisit:
      "All messages have been sent. What you have recorded in a visit is sent when that visit ends: until then it is saved on this phone alone.",
    waiting: (count: number) =>
      plural(count, { one: "# message still waits", other: "# messages still wait" }),
    isSent: (count: number) =>
      plural(count, {
        one: "It is saved on this phone and is sent as soon as there is a signal.",
        other: "They are saved on this phone and are sent as soon as there is a signal.",
      }),
    hasProblem:
      "The office could not take everything yet. It is saved on this phone and stays here after a sign-out.",
    sentAtSignIn: (count: number) =>
      plural(count, {
        one: "It is saved on this phone. Sign in where there is a signal to send it. The phone stays locked.",
        other:
          "They are saved on this phone. Sign in where there is a signal to send them. The phone stays locked.",
      }),
    signedOut:
      "What is not sent yet is saved on this phone. Sign in where there is a signal to send it. The phone stays locked.",
    wiping:
      "The office has asked that this phone is wiped. What still waits is sent first. Then everything of yours is deleted from this phone.",
    wipedTitle: "Wiped",
    wiped: "This phone has been wiped.",
    wipedText: "The office asked for it. Nothing of your work is left on this phone.",
    unlock: "Once the phone is unlocked you can sign in and go on.",
    signIn: "Sign in",
    check: "Check again",
    checking: "Checking",
    stillLocked: "This phone is still locked.",
    network: "Unable to contact server. Check again where there is a signal.",
    signOut: "Sign out",
  },
});
