import {
  type Authenticator,
  type Device,
  enrolAuthenticator,
  markAuthenticatorOffered,
} from "@fieldfare/device";
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

/** Turns the fingerprint or face on for this engineer, and says how it went. */
export async function turnOnAuthenticator(
  device: Device,
  email: string,
  authenticator: Authenticator,
): Promise<void> {
  const text = strings();
  const result = await enrolAuthenticator(device, email, authenticator);
  if (result.ok) showToast({ text: text.turnedOn, kind: "good", key: "authenticator" });
  else showToast({ text: text.notTurnedOn, kind: "warn", key: "authenticator" });
}

/** Offers the fingerprint or face once to each engineer on this phone. Settings offer it at any time. */
export async function offerAuthenticator(device: Device, email: string): Promise<void> {
  const authenticator = await findAuthenticator();
  // A phone that cannot store that it was offered would offer it at each unlock.
  if (!authenticator || (await markAuthenticatorOffered(device, email).catch(() => true))) return;
  const text = strings();
  showToast({
    text: text.offer,
    duration: "persistent",
    key: "authenticator",
    action: {
      label: text.turnOn,
      run: () => void turnOnAuthenticator(device, email, authenticator),
    },
  });
}
