import type { Call, CallAnswer } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import { recordingTime } from "../database/clock.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";

/** Makes a call for the signed-in engineer, also right after a sign-in without a network. */
export async function callServerSignedIn<C extends Call>(
  device: Device,
  call: C,
  input: Parameters<typeof callServer<C>>[2],
): Promise<Answer<CallAnswer<C>>> {
  const token = await ensureToken(device);
  return token.ok ? callServer(device, call, input) : token;
}

/** Fetches an answer and stores it under `name`, for use offline. */
export async function refreshLastSeen(
  device: Device,
  name: string,
  request: () => Promise<Answer<unknown>>,
): Promise<Answer<true>> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return fail({ kind: "token-not-found" });
  const answer = await request();
  if (!answer.ok) return answer;
  // Another engineer has signed in while the answer was on its way: it is unknown whose it is.
  if ((await readOwner(device)) !== ownerId) return fail({ kind: "token-not-found" });
  await saveLastSeen(device, ownerId, name, answer.value);
  return { ok: true, value: true };
}

/** Stores the answer for `ownerId` only. Throws when the device has no space for it. */
async function saveLastSeen(
  device: Device,
  ownerId: string,
  name: string,
  value: unknown,
): Promise<void> {
  const seenOn = recordingTime(device).toISOString();
  await device.database.lastSeen.put({ ownerId, name, value, seenOn });
}
