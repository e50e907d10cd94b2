import { defineStrings } from "../ui/language.ts";

/** What the sign-in and the lock both say. */
export const strings = defineStrings({
  en: {
    pin: "PIN",
    password: "Password",
    noPin: "Please enter your PIN.",
    noPassword: "Please enter a password.",
    failed: "Unable to login. Please verify your username and password are correct.",
    locked:
      "You have exceeded the maximum number of login attempts.  The Application has been locked.  Please close the application.",
    lockedUntil: (time: string) =>
      `Or leave this screen open: you can then try again at ${time}. An unlock by the office ends the wait as soon as there is a network.`,
    storageFull: "The storage of this phone is full. Free some space and try again.",
    storageFailed: "That could not be saved. Please try again.",
    forgotten: "Forgotten PIN?",
    asSomebodyElse: "Sign in as somebody else",
  },
});
