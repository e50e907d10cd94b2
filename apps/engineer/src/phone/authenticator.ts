import { type Authenticator, type Device, markAuthenticatorOffered } from "@fieldfare/device";
import { findAuthenticator } from "@fieldfare/device/browser";
import { useEffect, useState } from "react";
import { showToast } from "../ui/toast.tsx";
import { strings } from "./authenticator-strings.ts";

export { findAuthenticator };

/** Returns the phone's fingerprint sensor or face recognition; null without one, and until the browser has answered. */
export function useAuthenticator(): Authenticator | null {
  const [authenticator, setAuthenticator] = useState<Authenticator | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void findAuthenticator().then((found) => {
      if (isCurrent) setAuthenticator(found);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return authenticator;
}

/**
 * Offers the fingerprint or face once to each engineer on this phone. Settings offer it at any time. `turnOn` opens the
 * screen that asks for the PIN.
 */
export async function offerAuthenticator(
  device: Device,
  email: string,
  turnOn: () => void,
): Promise<void> {
  const authenticator = await findAuthenticator();
  // A phone that cannot store that it was offered would offer it at each unlock.
  if (!authenticator || (await markAuthenticatorOffered(device, email).catch(() => true))) return;
  const text = strings();
  showToast({
    text: text.offer,
    duration: "persistent",
    isOffer: true,
    key: "authenticator",
    action: { label: text.turnOn, run: turnOn },
  });
}
