import type { Call, CallAnswer } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import { recordingTime } from "../database/clock.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";

/** Makes a call for the signed-in engineer, also right after a sign-in without a network. */
export async function callServerSignedIn<C extends Call>(
  device: Device,
  call: C,
  input: Parameters<typeof callServer<C>>[2],
): Promise<Answer<CallAnswer<C>>> {
  const own = forCurrentEngineer(device);
  const token = await ensureToken(own);
  return token.ok ? callServer(own, call, input) : token;
}

/** Fetches an answer and stores it under `name`, for use offline. */
export async function refreshLastSeen(
  device: Device,
  name: string,
  request: (device: Device) => Promise<Answer<unknown>>,
): Promise<Answer<true>> {
  const own = forCurrentEngineer(device);
  if ((await readOwner(own)) === null) return fail({ kind: "token-not-found" });
  const answer = await request(own);
  if (!answer.ok) return answer;
  if ((await readOwner(own)) === null) return fail({ kind: "token-not-found" });
  await saveLastSeen(own, name, answer.value);
  return { ok: true, value: true };
}

/** Throws when the device has no space for it. */
async function saveLastSeen(device: Device, name: string, value: unknown): Promise<void> {
  const seenOn = recordingTime(device).toISOString();
  await device.database.lastSeen.put({ name, value, seenOn });
}
