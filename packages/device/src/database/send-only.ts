import { readTextField } from "@fieldfare/domain";
import { EngineerDatabase, openAsStored, SharedDatabase } from "./database.ts";
import { sharedDatabaseName } from "./database-names.ts";
import { createEngineerDatabases } from "./engineer-databases.ts";
import { type LegacyRow, readCurrentUser } from "./legacy-rows.ts";
import { addSealing } from "./sealing.ts";
import { engineerName, type OpeningOptions, type OpenResult } from "./opening-options.ts";

/** Opens the databases of a later build. */
export async function openLater(options: OpeningOptions): Promise<OpenResult> {
  const { name = sharedDatabaseName, dexie } = options;
  const asStored = { ...dexie, withoutUpgrade: true };
  const shared = await openAsStored(new SharedDatabase(name, asStored));
  const ownerId = (await shared.setting.get(1))?.currentUserId;
  const engineer = ownerId
    ? new EngineerDatabase(ownerId, asStored, engineerName(options, ownerId))
    : null;
  return toSendOnly(options, shared, engineer, "later", null);
}

/**
 * Opens the one database of an earlier build, whose upgrade has failed. Its queue is sent only when
 * it is that of a single engineer.
 */
export async function openLegacyToSend(
  options: OpeningOptions,
  error: unknown,
): Promise<OpenResult> {
  const { name = sharedDatabaseName, dexie } = options;
  const asStored = { ...dexie, withoutUpgrade: true };
  const shared = await openAsStored(new SharedDatabase(name, asStored));
  const setting: LegacyRow | undefined = await shared.table("setting").get(1);
  const hasToken = shared.tables.some((table) => table.name === "token");
  const token: LegacyRow | undefined = hasToken ? await shared.table("token").get(1) : undefined;
  const ownerId = readTextField(token, "ownerId") ?? (setting ? readCurrentUser(setting) : null);
  const engineer = ownerId === null ? null : new EngineerDatabase(ownerId, asStored, name);
  const result = await toSendOnly(options, shared, engineer, "failed", error);
  for (const table of ["messageQueue", "sentMessage"]) {
    const ofOthers = shared.table(table).filter((row: LegacyRow) => row["ownerId"] !== ownerId);
    if ((await ofOthers.count()) > 0) throw error;
  }
  return result;
}

async function toSendOnly(
  { prepare }: OpeningOptions,
  shared: SharedDatabase,
  engineer: EngineerDatabase | null,
  reason: "later" | "failed",
  error: unknown,
): Promise<OpenResult> {
  const sealing = engineer && addSealing(engineer);
  const database = engineer && (await openAsStored(engineer));
  await sealing?.loadKeys();
  if (!database?.tables.some((table) => table.name === "messageQueue")) {
    shared.close();
    database?.close();
    throw error instanceof Error ? error : new Error("The database holds no queue");
  }
  prepare?.(shared);
  prepare?.(database);
  const engineers = createEngineerDatabases(() => Promise.resolve(null));
  engineers.select(database);
  return { mode: "send-only", shared, engineers, reason, error };
}
