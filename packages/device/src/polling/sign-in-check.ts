import { readCredentials, renewToken } from "../api/call.ts";
import { reportFailure } from "../api/report-failure.ts";
import type { Device } from "../device.ts";

/**
 * Asks whether the sign-in goes on, and reports if it does not: after a lock, and after news of the account. Without the
 * question the engineer would hear of it at the next call that needs the sign-in, in the middle of the work. What is queued is
 * still sent with the last token, and after the next sign-in.
 */
export async function checkSignIn(device: Device): Promise<void> {
  const credentials = await readCredentials(device);
  if (!credentials) return;
  const renewed = await renewToken(device, credentials.token);
  if (!renewed.ok && renewed.failure.kind === "token-renewal")
    reportFailure(device, renewed.failure);
}
