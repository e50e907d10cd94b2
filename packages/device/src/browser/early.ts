// What the page needs to show a screen of the engineer's before the app: it must stay small.
import { defaultLockAfterMinutes, readField } from "@fieldfare/domain";
import { fromBase64 } from "../base64.ts";
import { userKey } from "./current-user.ts";
export { earlyScreenKey } from "./early-screen-key.ts";
import { readHeldKey } from "./held-keys.ts";
import { engineerDatabaseName } from "../database/database-names.ts";
import { awaitRequest, openNativeDatabase } from "../database/native-database.ts";
import { readUnlockedId } from "../session/app-lock.ts";
import { clientSettingsKey } from "../session/client-settings-key.ts";
import { ivLength } from "../session/seal-text.ts";

/**
 * Returns the data key of an engineer if this start asks for no PIN: in a tab that is still unlocked, or where the operator
 * wants no lock. Null in every other case, also on a device that the office has locked.
 */
export async function readKeyOfStart(ownerId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (localStorage.getItem(userKey) !== ownerId) return null;
  const minutes = readLockAfterMinutes();
  const isUnlocked =
    minutes === null ||
    readUnlockedId(sessionStorage, localStorage, Date.now(), minutes) === ownerId;
  if (!isUnlocked) return null;
  const { setting, key } = await readStored(ownerId);
  // The service worker learns of a lock too, and cannot delete what pages have stored.
  if (readField(setting, "enabled") !== true || !readField(setting, "installationDate"))
    return null;
  if (minutes !== null) return readHeldKey(ownerId);
  return key instanceof ArrayBuffer ? new Uint8Array(key) : null;
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

/** Settings that the app would refuse as a whole count here by this one value. */
function readLockAfterMinutes(): number | null {
  const stored: unknown = JSON.parse(localStorage.getItem(clientSettingsKey) ?? "null");
  const minutes = readField(stored, "lockAfterMinutes");
  return minutes === null || typeof minutes === "number" ? minutes : defaultLockAfterMinutes;
}

/** Reads the engineer's settings of this device, and the data key if it is stored. */
async function readStored(ownerId: string): Promise<{ setting?: unknown; key?: unknown }> {
  const database = await openNativeDatabase(indexedDB, engineerDatabaseName(ownerId));
  if (!database) return {};
  try {
    const reading = database.transaction(["setting", "sealKey"]);
    const [setting, row] = await Promise.all([
      awaitRequest<unknown>(reading.objectStore("setting").get(1)),
      awaitRequest<unknown>(reading.objectStore("sealKey").get("data")),
    ]);
    return { setting, key: readField(row, "key") };
  } finally {
    database.close();
  }
}
