import { type Device, readSession, type SignedIn } from "@fieldfare/device";
import type { useNavigate } from "@tanstack/react-router";
import { rememberDestination } from "../../phone/destination.ts";
import { takeReturnPath } from "../../phone/return-path.ts";

/** Finishes a sign-in: opens the screen that fits the device's state, and fetches data and jobs for a valid device. */
export async function finishSignIn(
  device: Device,
  navigate: ReturnType<typeof useNavigate>,
  signedIn: Pick<SignedIn, "destination"> & Partial<SignedIn>,
): Promise<void> {
  const { destination, fullSync = false } = signedIn;
  const { user } = await readSession(device);
  rememberDestination(destination, user?.id ?? null);
  const returnPath = destination === "/" ? takeReturnPath(device.ports.now()) : null;
  if (returnPath === null) await navigate({ to: destination, replace: true });
  else await navigate({ href: returnPath, replace: true });
  if (destination !== "/") return;
  void import("../../phone/fetch-all.ts").then(({ fetchAll }) => fetchAll(device, fullSync));
}
