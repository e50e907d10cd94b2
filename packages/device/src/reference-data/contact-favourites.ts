import { readTextField } from "@fieldfare/domain";
import { isEmulation } from "../build.ts";
import type { ContactFavouriteRow } from "../database/rows.ts";
import type { Device } from "../device.ts";

/**
 * Reads the favourites that the server has: the next synchronisation brings them with the contacts.
 */
export async function readDeliveredFavourites({
  database,
}: Device): Promise<readonly ContactFavouriteRow[]> {
  // The live contacts do not have what was marked in training.
  if (isEmulation) return [];
  const rows = await database.contactFavourite.toArray();
  if (rows.length === 0) return [];
  const queued = await database.messageQueue.toArray();
  const waiting = new Set(
    queued
      .filter(({ type }) => type === "ContactFavouriteChange")
      .map(({ payload }) => readTextField(payload, "contactId")),
  );
  return rows.filter(({ contactId }) => !waiting.has(contactId));
}

/**
 * Called after a complete synchronisation: the rows then carry the engineer's favourites, those in
 * `delivered` among them. The two databases change one after the other: a page that is killed in
 * between leaves favourites that take precedence over equal ones, until the next synchronisation.
 */
export async function settleFavourites(
  { database, shared }: Device,
  delivered: readonly ContactFavouriteRow[],
): Promise<void> {
  // The engineer has signed out meanwhile: it is unknown whose favourites the last answer carried.
  if ((await database.token.count()) === 0) return;
  await shared.synchronisedData.update("Contacts", { ownerId: database.ownerId });
  const { contactFavourite } = database;
  await database.transaction("rw", contactFavourite, async () => {
    for (const row of delivered) {
      const now = await contactFavourite.get(row.contactId);
      if (now?.changedOn === row.changedOn) await contactFavourite.delete(row.contactId);
    }
  });
}
