import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";

/**
 * What the server misses is nowhere on this device: it went with a database that was wiped before the
 * journal had it, and was never shown as saved. Waiting for it would hold the lane up for ever: the rest
 * of the lane counts from 1 under a new incarnation, and the log, which the server gets, says so.
 * Answers false when the server is not behind.
 */
export function restartOrderingKey(
  device: Device,
  row: OutboxRow,
  expected: number | undefined,
): Promise<boolean> {
  const { database, ports } = device;
  const { messageQueue, setting, counter, log } = database;
  return database.transaction("rw", [messageQueue, setting, counter, log], async () => {
    if (expected === undefined || expected >= row.laneNumber) return false;
    const clientGeneration = newId(ports);
    const keyMessages = await messageQueue.where("lane").equals(row.lane).sortBy("id");
    const remaining = keyMessages.filter(
      (each) =>
        each.ownerId === row.ownerId &&
        each.incarnation === row.incarnation &&
        each.laneNumber >= row.laneNumber,
    );
    await messageQueue.bulkPut(
      remaining.map((each, index) => ({
        ...each,
        incarnation: clientGeneration,
        laneNumber: index + 1,
      })),
    );
    await setting.update(1, { incarnation: clientGeneration });
    await counter.where("name").startsWith("lane:").delete();
    await counter.put({ name: `lane:${row.lane}`, value: remaining.length });
    await log.add({
      logId: newId(ports),
      loggedOn: ports.now().toISOString(),
      level: "error",
      message: `Messages ${expected} to ${row.laneNumber - 1} of ${row.lane} were lost on this device before they were saved; later ones are sent without them`,
      details: null,
      ownerId: row.ownerId,
    });
    return true;
  });
}
