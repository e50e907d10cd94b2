import type { Call, CallAnswer } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { fail } from "../api/request.ts";
import type { Device } from "../device.ts";
import { saveLastSeen } from "../reading/last-seen.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";

/** A call for whoever is signed in, also right after a sign-in without a network. */
export async function callServerSignedIn<C extends Call>(
  device: Device,
  call: C,
  input: Parameters<typeof callServer<C>>[2],
): Promise<Answer<CallAnswer<C>>> {
  const token = await ensureToken(device);
  return token.ok ? callServer(device, call, input) : token;
}

/** Keeps the answer under `name`, for when the server cannot be asked. */
export async function refreshLastSeen(
  device: Device,
  name: string,
  request: () => Promise<Answer<unknown>>,
): Promise<Answer<true>> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return fail({ kind: "token-not-found" });
  const answer = await request();
  if (!answer.ok) return answer;
  // Somebody else has signed in while the answer was under way: whose it is cannot be told any more.
  if ((await readOwner(device)) !== ownerId) return fail({ kind: "token-not-found" });
  await saveLastSeen(device, ownerId, name, answer.value);
  return { ok: true, value: true };
}
