import type { EngineerDatabase } from "../database/database.ts";
import type { LoginRow, SealedLogin } from "../database/rows.ts";
import { compactJournal, transactShared } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { type OfflineProfile, sealProfile } from "./seal.ts";

export type ProfileField = "offlineLogin" | "offlinePassword";

/**
 * Gives the database the data key of a profile that the right PIN or password has opened. Returns false if the database
 * needs one and the profile has none, or another one.
 */
export function unlockWithProfile(
  { sealing }: EngineerDatabase,
  { dataKey }: OfflineProfile,
): boolean {
  if (!sealing?.isLocked) return true;
  return dataKey !== null && sealing.unlock(dataKey);
}

/** Seals again the profile that has just been opened, if an earlier build sealed it or the data key was replaced. */
export async function renewProfile(
  device: Device,
  database: EngineerDatabase,
  opened: {
    readonly row: LoginRow;
    readonly field: ProfileField;
    readonly secret: string;
    readonly profile: OfflineProfile;
  },
): Promise<SealedLogin | null> {
  const { sealing } = database;
  const { row, field, secret, profile } = opened;
  const known = sealing?.dataKey;
  const isCurrent = row[field]?.hash !== undefined && known && isEqual(profile.dataKey, known);
  if (!known || isCurrent) return null;
  const sealed = await sealProfile(device.ports, secret, profile, sealing);
  await transactShared(device, ["login"], async (unit) => {
    const current = await unit.database.login.get(row.email);
    if (current) await unit.put("login", { ...current, [field]: sealed });
  });
  return sealed;
}

/**
 * Deletes the data key from the database as soon as the PIN or the password protects it. Where the operator wants no lock it stays, since
 * nothing asks for the PIN then. The copy for the server is stored before.
 */
export async function protectDataKey(
  device: Device,
  database: EngineerDatabase,
  email: string,
): Promise<void> {
  const { sealing } = database;
  if (!sealing || sealing.isLocked) return;
  await storeDataKeyCopy(device, database);
  const row = await device.shared.login.get(email);
  const isProtected = [row?.offlineLogin, row?.offlinePassword].some(
    (profile) => profile?.hasDataKey === true,
  );
  const isStored = !isProtected || device.ports.clientSettings().lockAfterMinutes === null;
  if (isStored === sealing.isKeyStored) return;
  await sealing.storeKey(isStored);
  // Its earlier entries have the key.
  await compactJournal(database).catch(() => undefined);
}

/** The PIN opens the data key without the copy too, so whatever fails here is tried again at the next unlock. */
export async function storeDataKeyCopy(device: Device, database: EngineerDatabase): Promise<void> {
  try {
    const { storeCopy } = await import("./escrow.ts");
    await storeCopy(device, database);
  } catch {
    // A full phone, or one that has not loaded that part of the app.
  }
}

function isEqual(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.length === b.length && a.every((byte, index) => byte === b[index]);
}
