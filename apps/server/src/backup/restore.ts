import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrateDatabase, openDatabase } from "../database/database.ts";
import { loggedError } from "../database/errors.ts";
import { skipSequenceNumbers } from "../database/events.ts";
import { migrationsFolder } from "../database/migrations-folder.ts";
import { migrateQueues } from "../database/queues.ts";
import * as schema from "../database/schema.ts";
import { renewEpoch, writeSetting } from "../database/settings.ts";
import { type ObjectStore, openObjects } from "../objects/objects.ts";
import {
  BackupError,
  type BackupManifest,
  type BackupTable,
  hashFile,
  readManifest,
  readObjectHashes,
} from "./manifest.ts";
import { journalFile, listMigrations, readJournal } from "./migrations.ts";

export interface RestoreOptions {
  /** An empty database, which no server uses. */
  readonly connectionString: string;
  readonly objects: ObjectStore;
  /** The folder of one backup. The objects are in the folder `objects` next to it. */
  readonly folder: string;
}

export interface RestoreResult {
  readonly createdOn: string;
  readonly rows: number;
  readonly objects: number;
  /** How many objects the store had lost before the backup was made. */
  readonly missingObjects: number;
}

/**
 * Restores a backup into an empty database and a store of objects. Everything is checked before anything is written,
 * and the rows arrive in one transaction. The epoch changes, so that phones send again what the backup lacks. A backup
 * of an earlier version is brought up to date. Throws `BackupError`.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { connectionString, folder } = options;
  const manifest = await readManifest(folder);
  const stored = await openObjects({ kind: "folder", folder: join(dirname(folder), "objects") });
  await checkMigrations(manifest);
  await checkFiles(folder, manifest);
  const hashes = await readObjectHashes(folder, manifest);
  await checkObjects(stored, hashes);
  const client = new pg.Client({ connectionString, application_name: "fieldfare restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await checkTarget(client);
    // Objects come first: a database that names them is never without them.
    for (const hash of hashes) await options.objects.put(hash, await readStored(stored, hash));
    await createTables(client, manifest);
    await loadTables(client, folder, manifest);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `${loggedError(error).message}. If the database has tables now, they are empty: restore into a new one.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
  const database = openDatabase(connectionString, { connections: 1 });
  try {
    await migrateDatabase(database);
    await renewEpoch(database);
  } finally {
    await database.close();
  }
  return {
    createdOn: manifest.createdOn,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: hashes.length,
    missingObjects: manifest.missingObjects?.length ?? 0,
  };
}

async function checkMigrations({ migrations, buildNumber }: BackupManifest): Promise<void> {
  const known = await listMigrations();
  if (migrations.some((tag, index) => known[index]?.tag !== tag))
    throw new BackupError(
      `A newer or another version of Fieldfare made this backup (build ${buildNumber}). Restore it with that version or a later one.`,
    );
}

async function checkFiles(folder: string, { tables, objects }: BackupManifest): Promise<void> {
  for (const { file, sha256 } of [...tables, objects]) {
    const found = await hashFile(join(folder, file)).catch(() => null);
    if (found !== sha256)
      throw new BackupError(
        `${join(folder, file)} is ${found === null ? "missing" : "damaged"}. Nothing has been changed. Use another copy of this backup, or an earlier backup.`,
      );
  }
}

async function checkObjects(stored: ObjectStore, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes)
    if (!(await stored.exists(hash)))
      throw new BackupError(
        `The backup lacks the object ${hash}. Nothing has been changed. Copy the folder "objects" of your backups next to this one, complete.`,
      );
}

async function readStored(stored: ObjectStore, hash: string): Promise<Buffer> {
  const bytes = await stored.get(hash);
  if (!bytes) throw new BackupError(`The backup lacks the object ${hash}.`);
  return bytes;
}

async function checkTarget(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(
    "select 1 from pg_tables where schemaname in ('public', 'pgboss', 'drizzle') limit 1",
  );
  if (tables.length > 0)
    throw new BackupError(
      "The database has tables already. Nothing has been changed. Restore into an empty one: create a new database, or move the folder postgres out of DATA_DIR.",
    );
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  if (others.length > 0)
    throw new BackupError("Somebody else is connected to the database. Stop every server first.");
}

/** Brings the empty database to the migration that the backup had. */
async function createTables(client: pg.Client, { migrations }: BackupManifest): Promise<void> {
  await migrateQueues(client);
  const journal = await readJournal();
  const folder = await mkdtemp(join(tmpdir(), "fieldfare-migrations-"));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const entries = journal.entries.slice(0, migrations.length);
    await writeFile(join(folder, journalFile), JSON.stringify({ ...journal, entries }));
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Loads the rows as they were: no trigger acts on them, and references are checked when all rows are there. */
async function loadTables(
  client: pg.Client,
  folder: string,
  { tables, sequences }: BackupManifest,
): Promise<void> {
  await client.query("begin");
  const { rows: references } = await client.query<{ table: string; name: string; text: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${name}`);
  const own = tables.filter(({ schema }) => schema === "public").map((table) => quote(table));
  for (const table of own) await client.query(`alter table ${table} disable trigger user`);
  // Migrations add rows of their own, which are in the backup too. Nobody may empty the audit entries: there are none.
  for (const table of own) {
    const { rows } = await client.query(`select 1 from ${table} limit 1`);
    if (rows.length > 0) await client.query(`delete from ${table}`);
  }
  for (const table of tables) await loadTable(client, folder, table);
  for (const table of own) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, text } of references)
    await client.query(`alter table ${table} add constraint ${name} ${text}`);
  for (const { schema, name, value } of sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [
      `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
      value,
    ]);
  await distinguish(client, tables);
  await client.query("commit");
  await client.query("analyze");
}

/**
 * Makes the rows another database than the one that was backed up, in the transaction that loads them. A server may start
 * on them although what follows has failed, and neither a phone nor a reader of the feed must take it for the old one.
 */
async function distinguish(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const orm = drizzle(client, { schema });
  await writeSetting({ orm }, "epoch", randomUUID());
  if (tables.some(({ name }) => name === "event_position")) await skipSequenceNumbers(orm);
}

async function loadTable(client: pg.Client, folder: string, table: BackupTable): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const rows = client.query(copyFrom(`copy ${quote(table)} (${columns}) from stdin`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount !== table.rows)
    throw new BackupError(
      `The table ${table.name} got ${rows.rowCount} rows instead of ${table.rows}.`,
    );
}

function quote({ schema, name }: Pick<BackupTable, "schema" | "name">): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
