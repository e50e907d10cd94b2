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
    notRecognised: "Your fingerprint or face was not recognised. Try again or enter your PIN.",
    dataKeyLost:
      "Your PIN is right, but this phone cannot open what it has stored. Choose Sign in again where there is a network: the server then opens it, or your jobs are fetched again. What was not sent yet is still here and is sent.",
    notStored:
      "This phone cannot check your PIN by itself, because you have not signed in with it here. Enter it again where there is a network, or choose Forgotten PIN?.",
  },
});
