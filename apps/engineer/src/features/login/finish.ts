import { readSession, type SignedIn, type SignInRefusal } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { rememberDestination } from "../../phone/destination.ts";
import { useDevice } from "../../phone/device.tsx";
import { takeReturnPath } from "../../phone/return-path.ts";
import { strings } from "./strings.ts";

/** Finishes a sign-in: opens the screen that fits the device's state, and fetches data and jobs for a valid device. */
export function useSignInFinish() {
  const device = useDevice();
  const navigate = useNavigate();
  return async (signedIn: Pick<SignedIn, "destination"> & Partial<SignedIn>) => {
    const { destination, fullSync = false } = signedIn;
    const { user } = await readSession(device);
    rememberDestination(destination, user?.id ?? null);
    const returnPath = destination === "/" ? takeReturnPath(device.ports.now()) : null;
    if (returnPath === null) await navigate({ to: destination, replace: true });
    else await navigate({ href: returnPath, replace: true });
    if (destination !== "/") return;
    void import("../../phone/fetch-all.ts").then(({ fetchAll }) => fetchAll(device, fullSync));
  };
}

/** Why a sign-in was refused. */
export function describeRefusal(refusal: SignInRefusal): string {
  const text = strings();
  const texts: Record<SignInRefusal, string> = {
    network: text.network,
    "bad-credentials": text.failed,
    "offline-bad-credentials": text.failed,
    "offline-password-unknown": text.passwordUnknown,
    "offline-not-found": text.neverHere,
    "offline-data-lost": text.dataLost,
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
