import type { Transaction } from "dexie";
import type { DrawerRow, LoginRow, SettingRow, TokenRow } from "./rows.ts";

/** The tables of version 8 that hang on a job by its id, and on a property by its id. */
const jobTablesOf8 = ["jobRemoval", "jobPart", "engineeringNote", "draft"] as const;
const propertyTablesOf8 = ["propertyAppliance", "propertyTenant"] as const;

interface OwnedJob {
  readonly jobId: string;
  readonly ownerId: string;
  readonly property: { readonly propertyId: string };
}

/** The part of a transaction that an upgrade needs: of the library's own, and of a restored database. */
export type Tables = Pick<Transaction, "table">;

/** From any earlier version. Every step is harmless when it has been done already. */
export async function upgradeTo10(tables: Tables): Promise<void> {
  // The table of alerts begins empty: what an earlier build showed is on the jobs themselves.
  await upgradeTo9(tables);
}

/**
 * Version 8 held the jobs of all engineers of a phone in the same tables. Now those of one engineer lie
 * there, and everybody else's in a drawer each. Harmless when it has been done already.
 */
async function upgradeTo9(tables: Tables): Promise<void> {
  const setting = (await tables.table("setting").get(1)) as Partial<SettingRow> | undefined;
  if (!setting || setting.holderId !== undefined) return;
  const token = (await tables.table("token").get(1)) as TokenRow | undefined;
  const jobs = (await tables.table("job").toArray()) as OwnedJob[];
  const owners = [...new Set(jobs.map((job) => job.ownerId))];
  const jobsOf = (ownerId: string) => jobs.filter((job) => job.ownerId === ownerId).length;
  // After a lost database there is no token: whose phone it was is told by whose jobs are most.
  const [most] = owners.sort((a, b) => jobsOf(b) - jobsOf(a));
  const holderId = token?.ownerId ?? most ?? null;
  const others = owners.filter((ownerId) => ownerId !== holderId);
  for (const [index, ownerId] of others.entries()) {
    const stillHere = new Set([...others.slice(index + 1), holderId]);
    await putAway(tables, setting as SettingRow, ownerId, jobs, stillHere);
  }
  await tables.table("setting").put({ ...setting, holderId });
  // A colleague who has signed in here as well has their own sealed sign-in, and no part in this installation.
  const email = token?.claims.email;
  const isHolders = (row: LoginRow) =>
    row.offlineLogin !== null && (email === undefined || row.email === email);
  await tables.table("login").filter(isHolders).modify({ ownerId: holderId });
}

async function putAway(
  tables: Tables,
  { incarnation, serverEpoch }: SettingRow,
  ownerId: string,
  jobs: readonly OwnedJob[],
  stillHere: ReadonlySet<string | null>,
): Promise<void> {
  const own = jobs.filter((job) => job.ownerId === ownerId);
  const jobIds = own.map((job) => job.jobId);
  const rows: Record<string, unknown[]> = { job: own };
  for (const name of jobTablesOf8) {
    const found = tables.table(name).where("jobId").anyOf(jobIds);
    rows[name] = await found.toArray();
    await found.delete();
  }
  const theirs = own.map((job) => job.property.propertyId);
  const needed = new Set(
    jobs.filter((job) => stillHere.has(job.ownerId)).map((job) => job.property.propertyId),
  );
  for (const name of propertyTablesOf8) {
    rows[name] = await tables.table(name).where("propertyId").anyOf(theirs).toArray();
    // What two of them visit is in both places.
    await tables
      .table(name)
      .where("propertyId")
      .anyOf(theirs.filter((propertyId) => !needed.has(propertyId)))
      .delete();
  }
  const lanes = tables
    .table("counter")
    .where("name")
    .anyOf(jobIds.map((jobId) => `lane:${jobId}`));
  rows["counter"] = await lanes.toArray();
  await lanes.delete();
  await tables.table("job").bulkDelete(jobIds);
  // The phone was registered by whoever holds it: the other one installs for themselves.
  const drawer: DrawerRow = {
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
  await tables.table("drawer").put(drawer);
}
