import type { Device } from "../device.ts";
import type { ContactEntry, ContactList } from "../ports.ts";
import { buildDataSetVersion } from "../reference-data/blocks.ts";
import { readOwner } from "../session/session.ts";

/** Reads the company's contacts in the order of the screen, and whose favourites they carry. */
export function readContacts(device: Device): Promise<ContactList> {
  return device.ports.lookUp("contacts", {});
}

/**
 * Returns a text that changes whenever a synchronisation brought other contacts, or the same ones
 * with another engineer's favourites.
 */
export async function readContactsVersion(device: Device): Promise<string> {
  return buildDataSetVersion(await device.shared.synchronisedData.get("Contacts"));
}

export interface Favourites {
  readonly ownerId: string | null;
  /** Favourites that were changed here and that no synchronisation has brought back yet. */
  readonly changed: ReadonlyMap<string, boolean>;
}

/** Reads the changes of favourites that the list of contacts may not have yet, by contact id. */
export async function readFavourites(device: Device): Promise<Favourites> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return { ownerId, changed: new Map() };
  const rows = await device.database.contactFavourite.toArray();
  return {
    ownerId,
    changed: new Map(rows.map(({ contactId, isFavourite }) => [contactId, isFavourite])),
  };
}

/**
 * Returns a test of whether a contact is a favourite. The list's own flags count only when the
 * server sent it to this engineer and not to another one of this phone.
 */
export function isFavouriteIn(list: Pick<ContactList, "ownerId">, favourites: Favourites) {
  const isOwn = list.ownerId !== null && list.ownerId === favourites.ownerId;
  return ({ contactId, isFavourite }: Pick<ContactEntry, "contactId" | "isFavourite">): boolean =>
    favourites.changed.get(contactId) ?? (isOwn && isFavourite);
}
