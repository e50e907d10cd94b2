// What the page needs to show a screen of the engineer's before the app: it must stay small.
import { defaultLockAfterMinutes, readField } from "@fieldfare/domain";
import { fromBase64 } from "../base64.ts";
import { userKey } from "./current-user.ts";
import { readHeldKey } from "./held-keys.ts";
import { engineerDatabaseName } from "../database/database-names.ts";
import { awaitRequest, openNativeDatabase } from "../database/native-database.ts";
import { readUnlockedId } from "../session/app-lock.ts";
import { clientSettingsKey } from "../session/client-settings-key.ts";
import { ivLength } from "../session/seal-text.ts";

/**
 * Returns the data key of an engineer if this start asks for no PIN: in a tab that is still unlocked, or where the operator
 * wants no lock. Null in every other case.
 */
export async function readKeyOfStart(ownerId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (localStorage.getItem(userKey) !== ownerId) return null;
  const minutes = readLockAfterMinutes();
  if (minutes === null) return readStoredKey(ownerId);
  return readUnlockedId(sessionStorage, localStorage, Date.now(), minutes) === ownerId
    ? readHeldKey(ownerId)
    : null;
}

/** Returns a text that `sealText` has sealed for the same context. Throws for anything else. */
export async function openText(
  key: Uint8Array<ArrayBuffer>,
  sealed: string,
  context: string,
): Promise<string> {
  const bytes = fromBase64(sealed);
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const algorithm = {
    name: "AES-GCM",
    iv: bytes.subarray(0, ivLength),
    additionalData: new TextEncoder().encode(context),
  };
  const text = await crypto.subtle.decrypt(algorithm, imported, bytes.subarray(ivLength));
  return new TextDecoder().decode(text);
}

/** The app parses the stored settings as a whole. A start that cannot do that asks for the PIN. */
function readLockAfterMinutes(): number | null {
  const stored: unknown = JSON.parse(localStorage.getItem(clientSettingsKey) ?? "null");
  const minutes = readField(stored, "lockAfterMinutes");
  return minutes === null || typeof minutes === "number" ? minutes : defaultLockAfterMinutes;
}

async function readStoredKey(ownerId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const database = await openNativeDatabase(indexedDB, engineerDatabaseName(ownerId));
  if (!database) return null;
  try {
    const keys = database.transaction("sealKey").objectStore("sealKey");
    const key = readField(await awaitRequest<unknown>(keys.get("data")), "key");
    return key instanceof ArrayBuffer ? new Uint8Array(key) : null;
  } finally {
    database.close();
  }
}
