import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";

/**
 * Restarts an ordering key at 1 under a new client generation, because the messages that the server
 * expects are nowhere on this device: they were lost with a wiped database before the journal had
 * them, and were never shown as saved. Waiting for them would block the key for ever. The log,
 * which the server gets, says so. Returns false when the server is not behind.
 */
export async function restartOrderingKey(
  device: Device,
  row: OutboxRow,
  expected: number | undefined,
): Promise<boolean> {
  if (expected === undefined || expected >= row.laneNumber) return false;
  await restart(
    device,
    row,
    `Messages ${expected} to ${row.laneNumber - 1} of ${row.lane} were lost on this device before they were saved; later ones are sent without them`,
  );
  return true;
}

/**
 * Restarts an ordering key in the same way, because another copy of this device has used its numbers:
 * each copy then counts for itself. A message that both copies have keeps its id, so that the server
 * records it once. Returns false when the server has not said that the number is used.
 */
export async function leaveSharedNumbers(
  device: Device,
  row: OutboxRow,
  expected: number | undefined,
): Promise<boolean> {
  if (expected === undefined || expected <= row.laneNumber) return false;
  await restart(
    device,
    row,
    `Another copy of this device has sent messages under the numbers of ${row.lane} from ${row.laneNumber} on; those of this one are sent under new numbers`,
  );
  return true;
}

/** Gives the message and the later ones of its ordering key new numbers from 1 on. */
function restart(device: Device, row: OutboxRow, message: string): Promise<void> {
  const { database, ports } = device;
  const { messageQueue, setting, counter, log } = database;
  return database.transaction("rw", [messageQueue, setting, counter, log], async () => {
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
      message,
      details: null,
    });
  });
}
