import type { EngineerDatabase } from "../database/database.ts";
import type { LoginRow, SealedLogin } from "../database/rows.ts";
import { compactJournal, transact, transactShared } from "../database/unit.ts";
import { type Device, forEngineer } from "../device.ts";
import { canOpenProfile, type OfflineProfile, openProfile, sealProfile } from "./seal.ts";

export type ProfileField = "offlineLogin" | "offlinePassword";

interface EnteredSecret {
  readonly field: ProfileField;
  readonly secret: string;
  readonly username: string;
}

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

/** Gives the database the data key if the PIN or password opens the profile that is stored for it. */
export async function unlockWithSecret(
  { ports }: Pick<Device, "ports">,
  database: EngineerDatabase,
  row: LoginRow | undefined,
  { field, secret, username }: EnteredSecret,
): Promise<boolean> {
  const { sealing } = database;
  if (!sealing?.isLocked) return true;
  const own = row?.[field];
  if (!own || !(await canOpenProfile(own, sealing))) return false;
  const profile = await openProfile(ports, own, secret, username, sealing);
  return profile !== null && unlockWithProfile(database, profile);
}

/**
 * Makes sure, at a sign-in that the server has taken, that there is a data key for the new profile: the one that the same
 * PIN or password protects, or the copy that the server opens, or, if nothing that could open it is left, a new one.
 * `lost`: what the lost key had sealed was deleted, and the jobs are fetched again. Visits that have not ended, and what
 * is unsent, have another key. `unreachable`: the server could not be asked for the copy, and nothing has changed.
 */
export async function findDataKey(
  device: Device,
  database: EngineerDatabase,
  row: LoginRow | undefined,
  {
    secret,
    token,
    ...entered
  }: Omit<EnteredSecret, "secret"> & {
    /** Null: the sign-in was at the provider, so nothing was entered here. */
    readonly secret: string | null;
    readonly token: string;
  },
): Promise<"known" | "lost" | "unreachable"> {
  const isKnown =
    secret === null
      ? database.sealing?.isLocked !== true
      : await unlockWithSecret(device, database, row, { ...entered, secret });
  if (isKnown) return "known";
  // Seldom needed, so it is loaded then.
  const module = await import("./escrow.ts").catch(() => null);
  const copy = (await module?.openCopy(device, database, token)) ?? "unreachable";
  if (copy === "opened") return "known";
  // The lock asks for the PIN afterwards.
  if (entered.field === "offlinePassword" && row?.offlineLogin?.hasDataKey) return "known";
  if (copy === "unreachable") return "unreachable";
  await replaceDataKey(device, database);
  return "lost";
}

/** Gives up what cannot be opened any more, and says so. */
export async function replaceDataKey(device: Device, database: EngineerDatabase): Promise<void> {
  await database.sealing?.replaceDataKey();
  // The pieces of an export that was under way are among what was deleted.
  await database.exportTask.where("batchId").notEqual("").modify({ state: "building" });
  await transact(forEngineer(device, database), ["setting"], async (unit) => {
    const setting = await unit.database.setting.get(1);
    if (setting?.installationDate) await unit.put("setting", { ...setting, recoveryPending: true });
  });
  await compactJournal(database).catch(() => undefined);
  device.events.emit({ kind: "data-key-lost", ownerId: database.ownerId });
}

/** The sign-ins that are left when the data key was lost: all the others had it. */
export const withoutDataKey = {
  offlineLogin: null,
  offlinePassword: null,
  authenticator: null,
} as const satisfies Partial<LoginRow>;

/** Puts the data key into the profile that has just been opened, if an earlier build sealed it or the key was replaced. */
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
  if (!known || isEqual(profile.dataKey, known)) return null;
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

/** Encrypts the data key with a secret that the authenticator derives. */
export async function wrapDataKey(
  { ports }: Pick<Device, "ports">,
  dataKey: Uint8Array<ArrayBuffer>,
  derived: ArrayBuffer,
): Promise<{ readonly iv: ArrayBuffer; readonly sealed: ArrayBuffer }> {
  const iv = ports.randomBytes(12);
  const key = await importDerived(derived);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, dataKey);
  return { iv: iv.buffer, sealed };
}

/** Returns null for another secret. */
export async function unwrapDataKey(
  { iv, sealed }: { readonly iv: ArrayBuffer; readonly sealed: ArrayBuffer },
  derived: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const key = await importDerived(derived);
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
  } catch {
    return null;
  }
}

function importDerived(derived: ArrayBuffer): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", derived.slice(0, 32), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
}

function isEqual(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && a.length === b.length && a.every((byte, index) => byte === b[index]);
}
