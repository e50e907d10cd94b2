import type { NamedEngineer } from "../api/call.ts";
import { openForSignIn } from "../database/user-switch.ts";
import type { Device } from "../device.ts";

/** Returns what the requests of a sign-in screen name and are signed with, by the typed username. */
export async function nameEngineer(device: Device, email: string): Promise<NamedEngineer> {
  const login = await device.shared.login.get(email.trim().toLowerCase());
  const deviceId = login?.installation?.installationDate ? login.installation.deviceId : null;
  const ownerId = deviceId === null ? null : login?.ownerId;
  return { deviceId, database: ownerId ? await openForSignIn(device, ownerId) : null };
}
