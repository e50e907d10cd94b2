import { getAbsences } from "@fieldfare/contract";
import { mergeAbsences } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { recordingTime } from "../database/clock.ts";
import { transact } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { findUnsentAbsences, yearsName } from "../reading/absences.ts";
import { ensureToken } from "../session/token.ts";

/**
 * Fetches the engineer's absences. Local changes that the answer cannot contain yet stay. One list
 * is fetched at a time, so that an older one never replaces a newer one.
 */
export function refreshAbsences(device: Device): Promise<Answer<true>> {
  const own = forCurrentEngineer(device);
  return device.ports.locks.hold("fieldfare-absences", () => fetchAndMerge(own));
}

async function fetchAndMerge(device: Device): Promise<Answer<true>> {
  const token = await ensureToken(device);
  if (!token.ok) return token;
  const { database } = device;
  const lastQueued = (await database.counter.get("message"))?.value ?? 0;
  const queuedBefore = await database.messageQueue.toArray();
  const answer = await callServer(device, getAbsences, {});
  if (!answer.ok) return answer;
  const { holidayYears } = answer.value;
  await transact(
    device,
    ["absence", "lastSeen", "messageQueue", "sentMessage", "token"],
    async (unit) => {
      if ((await unit.database.token.count()) === 0) return;
      const queuedNow = await database.messageQueue.toArray();
      // The answer may lack requests that were sent while it was on its way.
      const sentSince = (await database.sentMessage.toArray()).filter(
        (row) => row.deviceSequence > lastQueued,
      );
      const local = await unit.database.absence.toArray();
      const server = holidayYears.flatMap(({ requests }) => requests);
      const merged = mergeAbsences(
        server,
        local,
        findUnsentAbsences([...queuedBefore, ...queuedNow, ...sentSince]),
      );
      await unit.database.absence.clear();
      for (const row of merged) await unit.put("absence", row);
      await unit.put("lastSeen", {
        name: yearsName,
        value: holidayYears.map(({ requests: _requests, ...year }) => year),
        seenOn: recordingTime(device).toISOString(),
      });
    },
  );
  return { ok: true, value: true };
}
