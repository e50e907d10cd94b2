import { getAbsences } from "@fieldfare/contract";
import { mergeAbsences } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { recordingTime } from "../database/clock.ts";
import { transact } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { findUnsentAbsences, yearsName } from "../reading/absences.ts";
import { readOwner } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";

/**
 * Fetches the engineer's absences. Local changes that the answer cannot contain yet stay. One list
 * is fetched at a time, so that an older one never replaces a newer one.
 */
export function refreshAbsences(device: Device): Promise<Answer<true>> {
  return device.ports.locks.hold("fieldfare-absences", () => fetchAndMerge(device));
}

async function fetchAndMerge(device: Device): Promise<Answer<true>> {
  const ownerId = await readOwner(device);
  const token = await ensureToken(device);
  if (!token.ok) return token;
  if (ownerId === null) return { ok: false, failure: { kind: "token-not-found" } };
  const { database } = device;
  const lastQueued = (await database.counter.get("message"))?.value ?? 0;
  const queuedBefore = await database.messageQueue.where("ownerId").equals(ownerId).toArray();
  const answer = await callServer(device, getAbsences, {});
  if (!answer.ok) return answer;
  const { holidayYears } = answer.value;
  await transact(
    device,
    ["absence", "lastSeen", "messageQueue", "sentMessage", "token"],
    async (unit) => {
      if ((await unit.database.token.get(1))?.ownerId !== ownerId) return;
      const queuedNow = await database.messageQueue.where("ownerId").equals(ownerId).toArray();
      // What was sent while the answer was on its way may be missing from it.
      const sentSince = (await database.sentMessage.toArray()).filter(
        (row) => row.ownerId === ownerId && row.deviceSequence > lastQueued,
      );
      const local = await unit.database.absence.where("ownerId").equals(ownerId).toArray();
      const server = holidayYears.flatMap(({ requests }) => requests);
      const merged = mergeAbsences(
        server,
        local,
        findUnsentAbsences([...queuedBefore, ...queuedNow, ...sentSince]),
      );
      await unit.database.absence.where("ownerId").equals(ownerId).delete();
      for (const row of merged) await unit.put("absence", { ...row, ownerId });
      await unit.put("lastSeen", {
        ownerId,
        name: yearsName,
        value: holidayYears.map(({ requests: _requests, ...year }) => year),
        seenOn: recordingTime(device).toISOString(),
      });
    },
  );
  return { ok: true, value: true };
}
