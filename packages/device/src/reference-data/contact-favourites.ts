import { isEmulation } from "../build.ts";
import type { ContactFavouriteRow } from "../database/rows.ts";
import type { Device } from "../device.ts";

/**
 * Reads the favourites that the server has: the next synchronisation brings them with the contacts.
 */
export async function readDeliveredFavourites(
  { database }: Device,
  ownerId: string,
): Promise<readonly ContactFavouriteRow[]> {
  // The live contacts do not have what was marked in training.
  if (isEmulation) return [];
  const rows = await database.contactFavourite.where("ownerId").equals(ownerId).toArray();
  if (rows.length === 0) return [];
  const queued = await database.messageQueue.where("ownerId").equals(ownerId).toArray();
  const waiting = new Set(
    queued
      .filter(({ type }) => type === "ContactFavouriteChange")
      .map(({ payload }) => (payload as { contactId: string }).contactId),
  );
  return rows.filter(({ contactId }) => !waiting.has(contactId));
}

/**
 * Called after a complete synchronisation: the rows then carry `ownerId`'s favourites, those in
 * `delivered` among them.
 */
export async function settleFavourites(
  { database }: Device,
  ownerId: string,
  delivered: readonly ContactFavouriteRow[],
): Promise<void> {
  const { token, synchronisedData, contactFavourite } = database;
  await database.transaction("rw", [token, synchronisedData, contactFavourite], async () => {
    // Another engineer has signed in meanwhile: it is unknown whose favourites the last answer
    // carried.
    if ((await token.get(1))?.ownerId !== ownerId) return;
    await synchronisedData.update("Contacts", { ownerId });
    for (const row of delivered) {
      const now = await contactFavourite.get([ownerId, row.contactId]);
      if (now?.changedOn === row.changedOn) await contactFavourite.delete([ownerId, row.contactId]);
    }
  });
}
