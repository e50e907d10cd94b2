import { refused, type Result } from "@fieldfare/domain";
import { StorageError } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { type Authenticator, storeAuthenticator } from "./authenticator.ts";
import { unlock, type UnlockRefusal } from "./unlock.ts";

/**
 * Lets the phone's fingerprint or face open the app for the engineer who is signed in. Needs the PIN: whoever has picked up
 * an unlocked phone must not add a finger of their own. A wrong PIN counts as one at the lock does. Works without a network.
 */
export async function enrolAuthenticator(
  unbound: Device,
  pin: string,
  authenticator: Authenticator,
): Promise<Result<null, UnlockRefusal>> {
  const device = forCurrentEngineer(unbound);
  const opened = await unlock(device, { pin });
  if (!opened.ok) return opened;
  try {
    return await storeAuthenticator(device, opened.value.username, authenticator);
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    throw error;
  }
}
