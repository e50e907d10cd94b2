import type { SyncedType } from "@fieldfare/domain";
import { gcm } from "@noble/ciphers/aes.js";
import { fromBase64, toBase64 } from "../base64.ts";
import type { SharedDatabase } from "../database/database.ts";
import { sealedTextMark as mark } from "../database/switch-contacts.ts";

const ivLength = 12;
const label = new TextEncoder().encode("contacts");

/**
 * Seals a stored text of a data set. Only that of the contacts names people: it belongs to the engineer who fetched it,
 * whose data key seals it.
 */
export function sealText(database: SharedDatabase, type: SyncedType, text: string): string {
  const key = type === "Contacts" ? database.findContactsKey() : null;
  if (!key || text === "") return text;
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const encrypted = gcm(key, iv, label).encrypt(new TextEncoder().encode(text));
  const sealed = new Uint8Array(ivLength + encrypted.length);
  sealed.set(iv);
  sealed.set(encrypted, ivLength);
  return mark + toBase64(sealed);
}

/** Returns `otherwise` for a text that another engineer's key has sealed: that engineer's contacts are fetched again. */
export function openText(database: SharedDatabase | null, text: string, otherwise: string): string {
  if (!text.startsWith(mark)) return text;
  const key = database?.findContactsKey();
  if (!key) return otherwise;
  const sealed = fromBase64(text.slice(mark.length));
  try {
    const opened = gcm(key, sealed.subarray(0, ivLength), label).decrypt(sealed.subarray(ivLength));
    return new TextDecoder().decode(opened);
  } catch {
    return otherwise;
  }
}

/** Seals the contacts that an earlier build has stored as they are. */
export async function sealEarlierContacts(database: SharedDatabase): Promise<void> {
  if (!database.findContactsKey()) return;
  const { referenceOverlay, referenceSearch } = database;
  const contact = database.table<{ readonly text: string }>("contact");
  const seal = <Row extends { readonly text: string }>(row: Row): Row => ({
    ...row,
    text: row.text.startsWith(mark) ? row.text : sealText(database, "Contacts", row.text),
  });
  await database.transaction("rw", [contact, referenceOverlay, referenceSearch], async () => {
    const [blocks, overlay, column] = await Promise.all([
      contact.toArray(),
      referenceOverlay.get("Contacts"),
      referenceSearch.where("[type+piece]").between(["Contacts", 0], ["Contacts", []]).toArray(),
    ]);
    const isPlain = [...blocks, ...column, ...(overlay ? [overlay] : [])].some(
      ({ text }) => text !== "" && !text.startsWith(mark),
    );
    if (!isPlain) return;
    await contact.bulkPut(blocks.map(seal));
    if (overlay) await referenceOverlay.put(seal(overlay));
    await referenceSearch.bulkPut(column.map(seal));
  });
}
