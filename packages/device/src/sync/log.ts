import { logErrors } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { readOwner } from "../session/session.ts";

const mostKept = 1_000;
const mostSent = 100;

/** Keeps what went wrong; it is sent with the next poll. Never throws: it is called where things fail. */
export async function logError(device: Device, error: unknown, where: string): Promise<void> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const details = error instanceof Error ? (error.stack ?? null) : null;
  try {
    await device.database.log.add({
      logId: newId(device.ports),
      loggedOn: device.ports.now().toISOString(),
      level: "error",
      message: `${where}: ${message}`.slice(0, 4_000),
      details: details?.slice(0, 16_000) ?? null,
      ownerId: await readOwner(device),
    });
    const extra = (await device.database.log.count()) - mostKept;
    if (extra > 0) {
      const old = await device.database.log.orderBy("id").limit(extra).primaryKeys();
      await device.database.log.bulkDelete(old);
    }
  } catch {
    // A log that cannot be written must not hide the fault that it was to tell of.
  }
}

/** Sends the errors that the server has not had. */
export async function sendLog(device: Device): Promise<void> {
  const { counter, log } = device.database;
  const sentTo = (await counter.get("log-sent"))?.value ?? 0;
  const rows = await log.where(":id").above(sentTo).limit(mostSent).toArray();
  const last = rows.at(-1)?.id;
  if (last === undefined) return;
  const entries = rows.map(({ id: _id, ownerId: _ownerId, ...entry }) => entry);
  const answer = await callServer(device, logErrors, { body: { entries } });
  if (answer.ok) await counter.put({ name: "log-sent", value: last });
}
