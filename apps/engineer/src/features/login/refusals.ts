import type { SignInRefusal } from "@fieldfare/device";
import { defineStrings } from "../../ui/language.ts";
import { strings as loginStrings } from "./strings.ts";

/** Why a sign-in was refused. It is loaded with what signs in, which no first screen needs. */
const strings = defineStrings({
  en: {
    pinLocked:
      "The PIN of this phone is locked after too many wrong tries. Choose a new one with Forgotten PIN?, or sign in with your password.",
    unapproved:
      "The office has to approve this phone before you can use it. Please call the office, then sign in again.",
    neverHere:
      "There is no network, and this person has not signed in on this phone before. The first sign-in needs a network.",
    passwordUnknown:
      "There is no network, and without one this phone cannot check your password. Sign in with your PIN, or with your password as soon as there is a network.",
    dataLost:
      "There is no network, and what the app had stored on this phone is gone. Sign in with your password as soon as there is a network: your open jobs are then loaded again.",
    damaged:
      "There is no network, and the sign-in that this phone has stored is damaged. What you entered is not the reason, and it was not counted as a wrong try. Sign in as soon as there is a network: the server then opens what is stored here.",
    officeUser: "This app is for field engineers. The office works at /office.",
  },
});

/** Says why a sign-in was refused, and what helps. */
export function describeRefusal(refusal: SignInRefusal): string {
  const text = { ...loginStrings(), ...strings() };
  const texts: Record<SignInRefusal, string> = {
    network: text.network,
    "bad-credentials": text.failed,
    "offline-bad-credentials": text.failed,
    "offline-password-unknown": text.passwordUnknown,
    "offline-not-found": text.neverHere,
    "offline-data-lost": text.dataLost,
    "offline-damaged": text.damaged,
    "office-user": text.officeUser,
    "locked-out": text.locked,
    "pin-locked": text.pinLocked,
    "device-locked": text.locked,
    "device-unapproved": text.unapproved,
    "storage-full": text.storageFull,
    "storage-failed": text.storageFailed,
  };
  return texts[refusal];
}
