import type { SharedDatabase } from "./database.ts";
import type { BlockRow, ContactsOfOtherRow } from "./rows.ts";

/** Before a text that is sealed with an engineer's data key; no JSON and no search column begins with it. */
export const sealedTextMark = "sealed:";

const type = "Contacts";

/**
 * Puts the contacts of the engineer who signs in in their place, and stores those of the engineer before, still sealed with
 * that engineer's key. So each engineer of a shared phone has contacts without a network too. Contacts whose owner is not
 * known stay until the next synchronisation replaces them.
 */
export async function switchContacts(shared: SharedDatabase, ownerId: string): Promise<void> {
  const { contactsOfOthers } = shared;
  await inTransaction(shared, async () => {
    const sync = await shared.synchronisedData.get(type);
    if (sync?.ownerId === ownerId) return;
    const own = await contactsOfOthers.get(ownerId);
    if (sync?.ownerId !== undefined) {
      const contacts = { ...(await readContacts(shared)), ownerId: sync.ownerId, sync };
      // What an earlier build has not sealed is fetched again.
      if (isSealed(contacts)) await contactsOfOthers.put(contacts);
    } else if (!own) return;
    await deleteContacts(shared);
    if (!own) return;
    await blockTable(shared).bulkPut([...own.blocks]);
    if (own.overlay) await shared.referenceOverlay.put(own.overlay);
    await shared.referenceSearch.bulkPut([...own.column]);
    await shared.synchronisedData.put(own.sync);
    await contactsOfOthers.delete(ownerId);
  });
}

/** Deletes the contacts of an engineer, whose key is gone. */
export async function forgetContacts(shared: SharedDatabase, ownerId: string): Promise<void> {
  await inTransaction(shared, async () => {
    await shared.contactsOfOthers.delete(ownerId);
    const sync = await shared.synchronisedData.get(type);
    if (sync?.ownerId === ownerId) await deleteContacts(shared);
  });
}

type Contacts = Omit<ContactsOfOtherRow, "ownerId" | "sync">;

async function readContacts(shared: SharedDatabase): Promise<Contacts> {
  const [blocks, overlay = null, column] = await Promise.all([
    blockTable(shared).toArray(),
    shared.referenceOverlay.get(type),
    searchPieces(shared).toArray(),
  ]);
  return { blocks, overlay, column };
}

function isSealed({ blocks, overlay, column }: Contacts): boolean {
  return [...blocks, ...column, ...(overlay ? [overlay] : [])].every(
    ({ text }) => text === "" || text.startsWith(sealedTextMark),
  );
}

async function deleteContacts(shared: SharedDatabase): Promise<void> {
  await Promise.all([
    blockTable(shared).clear(),
    shared.referenceOverlay.delete(type),
    searchPieces(shared).delete(),
    shared.synchronisedData.delete(type),
  ]);
}

function blockTable(shared: SharedDatabase) {
  return shared.table<BlockRow>("contact");
}

function searchPieces({ referenceSearch }: SharedDatabase) {
  return referenceSearch.where("[type+piece]").between([type, 0], [type, []]);
}

function inTransaction(shared: SharedDatabase, work: () => Promise<void>): Promise<void> {
  const { contactsOfOthers, referenceOverlay, referenceSearch, synchronisedData } = shared;
  const own = [contactsOfOthers, referenceOverlay, referenceSearch, synchronisedData];
  return shared.transaction("rw", [blockTable(shared), ...own], work);
}
