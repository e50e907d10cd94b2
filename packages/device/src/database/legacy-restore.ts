import type { Dexie } from "dexie";
import { isRecord, readField } from "@fieldfare/domain";
import { newId } from "../ids.ts";
import type { Journal } from "../ports.ts";
import { replayLegacy } from "./journal-replay.ts";
import { type LegacyRow, readProfileRows } from "./legacy-rows.ts";
import { upgradeTo11 } from "./legacy-upgrades.ts";
import { restoreImageBytes, takeDeliveredImages } from "./restore-images.ts";
import type { Surroundings } from "./engineer-databases.ts";
import type { LogRow } from "./rows.ts";

/**
 * Restores the database of a build that had one for all engineers from its journal, because the
 * browser has wiped it before its rows were carried over.
 */
export async function restoreLegacy(
  database: Dexie,
  journal: Journal,
  { ports, events }: Surroundings,
): Promise<void> {
  const state = replayLegacy(await journal.readAll());
  // Up to version 10 the bytes were in the row: the upgrade moves them.
  const images = [...(state.get("image")?.values() ?? [])];
  const lostImages = await restoreImageBytes(
    database.table("imageBytes"),
    journal,
    images.filter((image) => !(readField(image, "bytes") instanceof ArrayBuffer)),
  );
  const names = database.tables.map(({ name }) => name);
  await database.transaction("rw", names, async () => {
    const log = (level: LogRow["level"], message: string, ownerId?: string) =>
      database.table("log").put({
        logId: newId(ports),
        loggedOn: ports.now().toISOString(),
        level,
        message,
        details: null,
        ownerId,
      });
    for (const { messageId, ownerId } of takeDeliveredImages(state))
      await log(
        "information",
        `The message ${messageId} was not restored from the journal: its photo was delivered and deleted`,
        ownerId,
      );
    for (const { imageId, ownerId } of lostImages)
      await log(
        "error",
        `The bytes of the photo ${imageId} could not be restored from the journal`,
        ownerId,
      );
    for (const [table, rows] of state) await database.table(table).bulkPut([...rows.values()]);
    await upgradeTo11(database);
    // The journal does not know what a sender has claimed: each message may have reached the server.
    await database.table("messageQueue").toCollection().modify({ isTaken: true });
    await restartCounters(database, ports);
  });
  events.emit({ kind: "restored", messages: state.get("messageQueue")?.size ?? 0 });
}

/**
 * What a killed page had stored and not yet journaled may have been sent, so its number must not be
 * used again. Restored messages keep their numbers and go first.
 */
async function restartCounters(database: Dexie, ports: Surroundings["ports"]): Promise<void> {
  await database.table("setting").update(1, { incarnation: newId(ports) });
  await database.table("counter").where("name").startsWith("lane:").delete();
  const profiles = database.table<LegacyRow>("drawer");
  for (const profile of await profiles.toArray()) {
    const { installed, rows } = profile;
    // The count of all messages ever queued still holds; the numbers of the ordering keys do not.
    const counter = readProfileRows(profile, "counter").filter(({ name }) => name === "message");
    await profiles.put({
      ...profile,
      installed: { ...(isRecord(installed) && installed), incarnation: newId(ports) },
      rows: { ...(isRecord(rows) && rows), counter },
    });
  }
}
