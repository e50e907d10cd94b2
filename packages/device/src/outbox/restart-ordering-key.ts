import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";

/**
 * Restarts an ordering key at 1 under a new client generation, because the messages that the server
 * expects are nowhere on this device: they were lost with a wiped database before the journal had
 * them, and were never shown as saved. Waiting for them would block the key for ever. The log,
 * which the server gets, says so. Returns false when the server is not behind.
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
      (each) => each.incarnation === row.incarnation && each.laneNumber >= row.laneNumber,
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
    });
    return true;
  });
}
