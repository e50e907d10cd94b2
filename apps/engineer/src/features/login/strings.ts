import { strings as unlockStrings } from "../../phone/unlock-strings.ts";
import { defineStrings } from "../../ui/language.ts";

const ownStrings = defineStrings({
  en: {
    title: "Sign in",
    username: "Username",
    rememberMe: "Remember Me",
    signIn: "Sign in",
    signingIn: "Signing in",
    invalidEmail: "Please enter a valid email address.",
    pinLocked:
      "The PIN of this phone is locked after too many wrong tries. Choose a new one with Forgotten PIN?, or sign in with your password.",
    unapproved:
      "The office has to approve this phone before you can use it. Please call the office, then sign in again.",
    network: "Unable to contact server. Another attempt will be made later.",
    neverHere:
      "There is no network, and this person has not signed in on this phone before. The first sign-in needs a network.",
    passwordUnknown:
      "There is no network, and without one this phone cannot check your password. Sign in with your PIN, or with your password as soon as there is a network.",
    dataLost:
      "There is no network, and what the app had stored on this phone is gone. Sign in with your password as soon as there is a network: your open jobs are then loaded again.",
    officeUser: "This app is for field engineers. The office works at /office.",
    withPassword: "Sign in with a password",
    withPin: "Sign in with a PIN",
    demo: "Demo logins",
  },
});

/** The texts of the sign-in screen, with those that it shares with the app lock. */
export const strings = () => ({ ...unlockStrings(), ...ownStrings() });
