import type { Transaction } from "dexie";
import { readTextField } from "@fieldfare/domain";
import { splitImage } from "./image-bytes.ts";
import type { LegacyRow } from "./legacy-rows.ts";

/** The tables of version 8 with rows by job id, and those with rows by property id. */
const jobTablesOf8 = ["jobRemoval", "jobPart", "engineeringNote", "draft"] as const;
const propertyTablesOf8 = ["propertyAppliance", "propertyTenant"] as const;

/**
 * The part of a transaction that an upgrade needs. Dexie's own transaction and a restored database
 * both have it.
 */
export type Tables = Pick<Transaction, "table">;

/** Upgrades from any earlier version. Every step may run twice without harm. */
export async function upgradeTo11(tables: Tables): Promise<void> {
  await upgradeTo10(tables);
  const images = tables.table("image");
  // One image at a time: all of them together may exceed the memory of a small phone.
  for (const imageId of await images.toCollection().primaryKeys()) {
    const { image, bytes } = splitImage(await images.get(imageId));
    if (!bytes) continue;
    await tables.table("imageBytes").put({ imageId, bytes });
    await images.put(image);
  }
}

async function upgradeTo10(tables: Tables): Promise<void> {
  // The table of alerts begins empty: the jobs themselves have what an earlier build showed.
  await upgradeTo9(tables);
}

/**
 * Version 8 held the jobs of all engineers of a phone in the same tables. From version 9 on those
 * tables have the current user's rows only, and each other engineer has a stored profile. May run
 * twice without harm.
 */
async function upgradeTo9(tables: Tables): Promise<void> {
  const setting: LegacyRow | undefined = await tables.table("setting").get(1);
  if (!setting || setting["holderId"] !== undefined) return;
  const token: LegacyRow | undefined = await tables.table("token").get(1);
  const jobs: readonly LegacyRow[] = await tables.table("job").toArray();
  const owners = [...new Set(jobs.map((job) => readRequired(job, "ownerId")))];
  const countJobs = (ownerId: string) => jobs.filter((job) => job["ownerId"] === ownerId).length;
  // After a lost database there is no token: the engineer with the most jobs counts as the current
  // user.
  const [mainOwner] = owners.sort((a, b) => countJobs(b) - countJobs(a));
  const currentUserId = readTextField(token, "ownerId") ?? mainOwner ?? null;
  const others = owners.filter((ownerId) => ownerId !== currentUserId);
  for (const [index, ownerId] of others.entries()) {
    const ownersStillHere = new Set([...others.slice(index + 1), currentUserId]);
    await storeProfile(tables, setting, ownerId, jobs, ownersStillHere);
  }
  await tables.table("setting").put({ ...setting, holderId: currentUserId });
  // A colleague who has also signed in here has a sealed sign-in of their own and no part in this
  // installation.
  const email = readTextField(token, "claims", "email");
  const isOfCurrentUser = (row: LegacyRow) =>
    row["offlineLogin"] !== null && (email === undefined || row["email"] === email);
  await tables.table("login").filter(isOfCurrentUser).modify({ ownerId: currentUserId });
}

async function storeProfile(
  tables: Tables,
  { incarnation, serverEpoch }: LegacyRow,
  ownerId: string,
  jobs: readonly LegacyRow[],
  ownersStillHere: ReadonlySet<string | null>,
): Promise<void> {
  const ownJobs = jobs.filter((job) => job["ownerId"] === ownerId);
  const jobIds = ownJobs.map((job) => readRequired(job, "jobId"));
  const rows: Record<string, unknown[]> = { job: ownJobs };
  for (const name of jobTablesOf8) {
    const found = tables.table(name).where("jobId").anyOf(jobIds);
    rows[name] = await found.toArray();
    await found.delete();
  }
  const propertyIds = ownJobs.map(readPropertyId);
  const isStillHere = (job: LegacyRow) =>
    ownersStillHere.has(readTextField(job, "ownerId") ?? null);
  const needed = new Set(jobs.filter(isStillHere).map(readPropertyId));
  for (const name of propertyTablesOf8) {
    rows[name] = await tables.table(name).where("propertyId").anyOf(propertyIds).toArray();
    // The rows of a property that both visit are in both places.
    await tables
      .table(name)
      .where("propertyId")
      .anyOf(propertyIds.filter((propertyId) => !needed.has(propertyId)))
      .delete();
  }
  const keyCounters = tables
    .table("counter")
    .where("name")
    .anyOf(jobIds.map((jobId) => `lane:${jobId}`));
  rows["counter"] = await keyCounters.toArray();
  await keyCounters.delete();
  await tables.table("job").bulkDelete(jobIds);
  // The phone was registered by its current user: the other engineer has to install it for
  // themselves.
  const profile: LegacyRow = {
    ownerId,
    installed: {
      installationDate: null,
      deviceId: null,
      enabled: true,
      incarnation,
      serverEpoch,
      recoveryPending: false,
    },
    rows,
  };
  await tables.table("drawer").put(profile);
}

function readPropertyId(job: LegacyRow): string {
  return readRequired(job["property"], "propertyId");
}

/** Throws if the field is missing, which stops the upgrade: all rows stay in their old tables. */
function readRequired(row: unknown, name: string): string {
  const value = readTextField(row, name);
  if (value === undefined) throw new Error(`A job has no ${name}`);
  return value;
}
