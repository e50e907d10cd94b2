import { readSession, type SignedIn } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { rememberDestination } from "../../phone/destination.ts";
import { useDevice } from "../../phone/device.tsx";
import { takeReturnPath } from "../../phone/return-path.ts";

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
