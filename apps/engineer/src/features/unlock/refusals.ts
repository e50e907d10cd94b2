import type { UnlockRefusal } from "@fieldfare/device";
import { strings as unlockStrings } from "../../phone/unlock-strings.ts";
import { defineStrings } from "../../ui/language.ts";

/** Why the lock did not open. It is loaded when it is needed: most starts do without it. */
const strings = defineStrings({
  en: {
    notRecognised: "Your fingerprint or face was not recognised. Try again or enter your PIN.",
    dataKeyLostTitle: "This phone cannot open what it has stored",
    dataKeyLost:
      "Your PIN is right. Sign in again where there is a network: the server then opens it, or your jobs are fetched again. What was not sent yet is still here and is sent.",
    damagedTitle: "The stored sign-in is damaged",
    damaged:
      "What you entered is not the reason, and it was not counted as a wrong try. Enter it again where there is a network: the server then opens what is stored here. What was not sent yet is still here and is sent.",
    authenticatorOpensNothing:
      "Your fingerprint or face was recognised, but it no longer opens what this phone has stored. Enter your PIN.",
    notStored:
      "This phone cannot check your PIN by itself, because you have not signed in with it here. Enter it again where there is a network, or choose Forgotten PIN?.",
  },
});

/** What the lock says about a try that did not open it. */
export interface RefusalText {
  readonly title?: string;
  readonly text: string;
}

/** Says why the lock did not open, and what helps. */
export function describeRefusal(refusal: UnlockRefusal): RefusalText {
  const text = strings();
  const shared = unlockStrings();
  const texts: Record<UnlockRefusal, RefusalText> = {
    wrong: { text: shared.failed },
    "locked-out": { text: shared.locked },
    "not-stored": { text: text.notStored },
    "data-key-lost": { title: text.dataKeyLostTitle, text: text.dataKeyLost },
    damaged: { title: text.damagedTitle, text: text.damaged },
    "authenticator-opens-nothing": { text: text.authenticatorOpensNothing },
    "no-authenticator": { text: text.notRecognised },
    "not-recognised": { text: text.notRecognised },
    "storage-full": { text: shared.storageFull },
    "storage-failed": { text: shared.storageFailed },
  };
  return texts[refusal];
}
