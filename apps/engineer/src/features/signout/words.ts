import { defineWords, plural } from "../../ui/language.ts";

export const words = defineWords({
  en: {
    title: "Sign out",
    signedOut: "You've been signed out",
    signIn: "Sign in",
    signOut: "Sign out",
    stay: "Stay signed in",
    waitingTitle: (count: number) =>
      plural(count, { one: "# message still waits", other: "# messages still wait" }),
    waitingText:
      "Nothing is lost: they stay on this phone and will be sent at your next sign-in. To send them now, stay signed in where there is a network.",
    allSent: "Everything has been sent now",
    installedTitle: "Installation completed",
    installedText: "This phone is registered. Sign in with your PIN to begin.",
  },
});
