import { defineStrings, plural } from "../../ui/language.ts";

export const strings = defineStrings({
  en: {
    title: "Sign out",
    signedOut: "You've been signed out",
    signIn: "Sign in",
    signOut: "Sign out",
    stay: "Stay signed in",
    waitingTitle: (count: number) =>
      plural(count, { one: "# message still waits", other: "# messages still wait" }),
    waitingText: (count: number) =>
      plural(count, {
        one: "It is saved on this phone and is sent after your next sign-in. To send it now, stay signed in where there is a signal.",
        other:
          "They are saved on this phone and are sent after your next sign-in. To send them now, stay signed in where there is a signal.",
      }),
    noNetwork: (count: number) =>
      plural(count, {
        one: "It is saved on this phone. There is no network: it is sent after your next sign-in once there is one.",
        other:
          "They are saved on this phone. There is no network: they are sent after your next sign-in once there is one.",
      }),
    sentAtSignIn: (count: number) =>
      plural(count, {
        one: "It is saved on this phone and is sent as soon as you sign in again.",
        other: "They are saved on this phone and are sent as soon as you sign in again.",
      }),
    allSent: "Everything has been sent now",
    installedTitle: "Installation completed",
    installedText: "This phone is registered. Sign in with your PIN to begin.",
  },
});
