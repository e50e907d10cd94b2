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
    network: "Unable to contact server. Another attempt will be made later.",
    withPassword: "Sign in with a password",
    withPin: "Sign in with a PIN",
    demo: "Demo logins",
  },
});

/** The texts of the sign-in screen, with those that it shares with the app lock. */
export const strings = () => ({ ...unlockStrings(), ...ownStrings() });
