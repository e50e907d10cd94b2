import type { Device } from "../device.ts";
import type { ContactEntry } from "../ports.ts";
import { readOwner } from "../session/session.ts";

/** The company's contacts, sorted for the list. */
export function readContacts(device: Device): Promise<readonly ContactEntry[]> {
  return device.ports.lookUp({ kind: "contacts" });
}

/** Changes whenever a synchronisation brought other contacts. */
export async function readContactsDate(device: Device): Promise<string> {
  return (await device.database.synchronisedData.get("Contacts"))?.date ?? "";
}

export interface Favourites {
  /** What the rows say is the signed-in engineer's own word, not another's who used this phone before. */
  readonly areRowsOwn: boolean;
  /** What was marked or unmarked here and has not come back with a synchronisation yet. */
  readonly changed: ReadonlyMap<string, boolean>;
}

export async function readFavourites(device: Device): Promise<Favourites> {
  const { database } = device;
  const ownerId = await readOwner(device);
  if (ownerId === null) return { areRowsOwn: false, changed: new Map() };
  const [rows, synchronised] = await Promise.all([
    database.contactFavourite.where("ownerId").equals(ownerId).toArray(),
    database.synchronisedData.get("Contacts"),
  ]);
  return {
    areRowsOwn: synchronised?.ownerId === ownerId,
    changed: new Map(rows.map(({ contactId, isFavourite }) => [contactId, isFavourite])),
  };
}

export function isFavourite(
  contact: Pick<ContactEntry, "contactId" | "isFavourite">,
  { areRowsOwn, changed }: Favourites,
): boolean {
  return changed.get(contact.contactId) ?? (areRowsOwn && contact.isFavourite);
}
