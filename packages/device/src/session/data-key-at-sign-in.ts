import type { EngineerDatabase } from "../database/database.ts";
import type { LoginRow } from "../database/rows.ts";
import { forgetContacts } from "../database/switch-contacts.ts";
import { compactJournal, transact } from "../database/unit.ts";
import { type Device, forEngineer } from "../device.ts";
import { type ProfileField, unlockWithProfile } from "./data-key.ts";
import { findProfileIssue, openProfile } from "./seal.ts";

interface EnteredSecret {
  readonly field: ProfileField;
  readonly secret: string;
  readonly username: string;
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
  if (!own || (await findProfileIssue(own, sealing))) return false;
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
  await forgetContacts(device.shared, database.ownerId);
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
