import { isRecord, readField } from "@fieldfare/domain";
import { newId } from "../ids.ts";
import type { DeviceEvents } from "../events.ts";
import type { ImageFile, Journal, Ports } from "../ports.ts";
import type { EngineerDatabase, SharedDatabase } from "./database.ts";
import type { JournalEntry } from "./journal.ts";
import { type JournalState, replay } from "./journal-replay.ts";
import { isLegacyJournal } from "./legacy-journal.ts";
import { restoreImageBytes, takeDeliveredImages } from "./restore-images.ts";
import type { ImageBytesRow, LogRow } from "./rows.ts";
import { sealedCounter } from "./seal-earlier-rows.ts";
import type { Sealing } from "./seal-types.ts";

type RestorePorts = Pick<Ports, "now" | "randomBytes">;

/**
 * Restores the database that all engineers share. Does nothing for a journal without the row of
 * settings, and for one of an earlier build, which has the rows of all engineers.
 */
export async function restoreShared(
  database: SharedDatabase,
  entries: readonly JournalEntry[],
): Promise<"restored" | "nothing" | "earlier-journal"> {
  if (isLegacyJournal(entries)) return "earlier-journal";
  const state = replay(entries);
  if (!state.has("setting")) return "nothing";
  await database.transaction("rw", [...state.keys()], () => putAll(database, state));
  return "restored";
}

/** Restores the keys of a database that has lost them and nothing else. Does nothing for a journal without them. */
export async function restoreSealKeys(database: EngineerDatabase, journal: Journal): Promise<void> {
  const rows = replay(await journal.readAll()).get("sealKey");
  if (rows) await database.sealing?.restoreKeys(rows.values());
}

/** Restores the database of an engineer. Does nothing for a journal without the row of settings. */
export async function restoreEngineer(
  database: EngineerDatabase,
  entries: readonly JournalEntry[],
  ports: RestorePorts,
  events: DeviceEvents,
): Promise<"restored" | "nothing"> {
  const state = replay(entries);
  if (!state.has("setting")) return "nothing";
  const { sealing } = database;
  await sealing?.restoreKeys(state.get("sealKey")?.values() ?? []);
  const images = state.get("image")?.values() ?? [];
  const lostImages = await restoreImageBytes(database.imageBytes, database.journal, images, (row) =>
    openFileBytes(sealing, row),
  );
  const deliveredImages = takeDeliveredImages(
    state,
    (message) => sealing?.open("messageQueue", message) ?? message,
  );
  // The journal does not know what a sender has claimed: each message may have reached the server.
  // A field beside the sealed value counts.
  const messages = state.get("messageQueue");
  for (const [key, row] of messages ?? [])
    if (isRecord(row)) messages?.set(key, { ...row, isTaken: true });
  const names = new Set([...state.keys(), "messageQueue", "setting", "counter", "log"]);
  await database.transaction("rw", [...names], async () => {
    for (const { messageId } of deliveredImages)
      await writeLog(
        database,
        ports,
        "information",
        `The message ${messageId} was not restored from the journal: its photo was delivered and deleted`,
      );
    for (const { imageId } of lostImages)
      await writeLog(
        database,
        ports,
        "error",
        `The bytes of the photo ${imageId} could not be restored from the journal`,
      );
    await putAll(database, state);
    // What a killed page had stored and not yet journaled may have been sent, so its number must
    // not be used again. Restored messages keep their numbers and go first.
    await database.setting.update(1, { incarnation: newId(ports) });
    await database.counter.where("name").startsWith("lane:").delete();
    // The log is not journaled and begins at 1 again.
    await database.counter.bulkDelete(["log-sent", "shared-log-sent", sealedCounter]);
  });
  events.emit({ kind: "restored", messages: state.get("messageQueue")?.size ?? 0 });
  return "restored";
}

/** Returns null for bytes that the key does not open. */
function openFileBytes(
  sealing: Sealing | null,
  { imageId, bytes }: ImageFile,
): ImageBytesRow | null {
  try {
    const opened = readField(sealing?.open("imageBytes", { imageId, sealed: bytes }), "bytes");
    return opened instanceof ArrayBuffer ? { imageId, bytes: opened } : null;
  } catch {
    return null;
  }
}

async function putAll(
  database: SharedDatabase | EngineerDatabase,
  state: JournalState,
): Promise<void> {
  for (const [table, rows] of state) await database.table(table).bulkPut([...rows.values()]);
}

async function writeLog(
  { log }: EngineerDatabase,
  ports: RestorePorts,
  level: LogRow["level"],
  message: string,
): Promise<void> {
  const loggedOn = ports.now().toISOString();
  await log.put({ logId: newId(ports), loggedOn, level, message, details: null });
}
