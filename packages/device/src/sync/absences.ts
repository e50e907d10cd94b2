import { getAbsences } from "@fieldfare/contract";
import { mergeAbsences } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { transact } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { unsentAbsences, yearsName } from "../reading/absences.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";

/** Fetches the engineer's absences; what waits to be sent stays as the engineer left it. */
export async function refreshAbsences(device: Device): Promise<Answer<true>> {
  const ownerId = await readOwner(device);
  const token = await ensureToken(device);
  if (!token.ok) return token;
  if (ownerId === null) return { ok: false, failure: { kind: "token-not-found" } };
  // Sent while the answer was under way: the answer may not know of it yet.
  const before = await unsentAbsences(device, ownerId);
  const answer = await callServer(device, getAbsences, {});
  if (!answer.ok) return answer;
  const { holidayYears } = answer.value;
  await transact(device, ["absence", "lastSeen", "messageQueue", "token"], async (unit) => {
    if ((await unit.database.token.get(1))?.ownerId !== ownerId) return;
    const after = await unsentAbsences(device, ownerId);
    const local = await unit.database.absence.where("ownerId").equals(ownerId).toArray();
    const server = holidayYears.flatMap(({ requests }) => requests);
    const merged = mergeAbsences(server, local, {
      requested: new Set([...before.requested, ...after.requested]),
      cancelled: new Set([...before.cancelled, ...after.cancelled]),
    });
    await unit.database.absence.where("ownerId").equals(ownerId).delete();
    for (const row of merged) await unit.put("absence", { ...row, ownerId });
    await unit.put("lastSeen", {
      ownerId,
      name: yearsName,
      value: holidayYears.map(({ requests: _requests, ...year }) => year),
      seenOn: device.ports.now().toISOString(),
    });
  });
  return { ok: true, value: true };
}
