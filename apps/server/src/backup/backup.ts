import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { migrationsFolder } from "../database/migrations-folder.ts";
import { type ObjectStore, openObjects } from "../objects/objects.ts";
import { tablesNamingObjects } from "../objects/unused-objects.ts";
import { deleteOlder } from "./delete-older.ts";
import { listMigrations } from "./migrations.ts";
import { BackupError, type BackupManifest, type BackupTable, manifestFile } from "./manifest.ts";

export interface BackupOptions {
  readonly connectionString: string;
  readonly objects: ObjectStore;
  /** The folder of all backups. The objects of all of them are stored once, in its folder `objects`. */
  readonly folder: string;
  readonly buildNumber: number;
  /** How many backups are left in the folder. The older ones are deleted after this one is complete. */
  readonly keep?: number | undefined;
  readonly now?: Date;
}

export interface BackupResult {
  /** The folder of this backup. */
  readonly folder: string;
  readonly rows: number;
  readonly objects: number;
  /** How many of the objects were not in an earlier backup. */
  readonly newObjects: number;
  readonly deletedBackups: readonly string[];
}

/**
 * Copies the database as it is at one moment, and every object that it names, while servers go on working. The
 * manifest is written last: a folder without it is an interrupted backup. Throws `BackupError` if the store has lost an
 * object: everything else is in the backup, which can be restored, and no older backup is deleted.
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { now = new Date() } = options;
  const name = `${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const folder = join(options.folder, name);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o700 });
  const { hashes, ...database } = await backUpDatabase(options.connectionString, folder);
  const objects = await copyObjects(options.objects, join(options.folder, "objects"), hashes);
  const manifest: BackupManifest = {
    format: 1,
    createdOn: now.toISOString(),
    buildNumber: options.buildNumber,
    ...database,
    objects: await writeHashes(folder, objects.stored),
    missingObjects: objects.missing,
  };
  await writeDurably(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  if (objects.missing.length > 0)
    throw new BackupError(
      `The object store has lost ${objects.missing.length} of ${hashes.length} objects, such as ${objects.missing[0]}. Everything else is in ${folder} and can be restored. Older backups are not deleted. If another copy of the objects has them, bring them back into the store.`,
    );
  return {
    folder,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: hashes.length,
    newObjects: objects.copied,
    deletedBackups: await deleteOlder(options.folder, options.keep, now),
  };
}

async function backUpDatabase(connectionString: string, folder: string) {
  const client = new pg.Client({ connectionString, application_name: "fieldfare backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    // Every statement of the transaction sees the database as it was at the first one.
    await client.query("begin isolation level repeatable read read only");
    // A partition that is dropped is gone for a snapshot too: these locks keep retention from it.
    await lockPartitions(client);
    const migrations = await readMigrations(client);
    const tables: BackupTable[] = [];
    for (const { schema, name, columns } of await listTables(client))
      tables.push(await copyTable(client, folder, { schema, name, columns }));
    const { rows: sequences } = await client.query<BackupManifest["sequences"][number]>(
      `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1, 2`,
    );
    const { rows: named } = await client.query<{ sha256: string }>(
      `${tablesNamingObjects.map(({ name, condition }) => `select sha256 from ${name} where sha256 is not null and ${condition}`).join(" union ")} order by 1`,
    );
    return { migrations, tables, sequences, hashes: named.map((row) => row.sha256) };
  } finally {
    await client.end();
  }
}

async function lockPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`lock table ${name} in access share mode`);
}

/** Returns the tags of the migrations that have run in the database. */
async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(
    "select 1 from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  );
  if (found.length === 0)
    throw new BackupError("This database has no data of Fieldfare: there is nothing to back up.");
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  const known = await listMigrations();
  const files = readMigrationFiles({ migrationsFolder });
  return rows.map(({ hash }) => {
    const tag = known[files.findIndex((file) => file.hash === hash)]?.tag;
    if (tag !== undefined) return tag;
    throw new BackupError(
      "Another version of Fieldfare has changed this database. Make the backup with the version that the servers run.",
    );
  });
}

/**
 * Lists the tables of the product, and the waiting tasks of the queue. Partitions and columns that PostgreSQL computes are
 * left out: the rows of a partition are those of its table.
 * What else belongs to the queue is created by the server at its start.
 */
async function listTables(
  client: pg.Client,
): Promise<Pick<BackupTable, "schema" | "name" | "columns">[]> {
  const { rows } = await client.query<Pick<BackupTable, "schema" | "name" | "columns">>(
    `select table_schema as schema, table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and is_generated = 'NEVER'
        and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
        and (table_schema = 'public' or (table_schema = 'pgboss' and table_name = 'job'))
      group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function copyTable(
  client: pg.Client,
  folder: string,
  { schema, name, columns }: Pick<BackupTable, "schema" | "name" | "columns">,
): Promise<BackupTable> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  // Tasks that are done have had their effect.
  const condition = schema === "pgboss" ? " where state < 'completed'" : "";
  const rows = client.query(
    copyTo(
      `copy (select ${list} from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}${condition}) to stdout`,
    ),
  );
  const file = `${schema}.${name}.copy.gz`;
  const sha256 = await writeCompressed(join(folder, file), rows);
  return { schema, name, columns, file, sha256, rows: rows.rowCount };
}

async function writeHashes(folder: string, hashes: readonly string[]) {
  const file = "objects.txt.gz";
  const lines = Readable.from(hashes.map((hash) => `${hash}\n`));
  return { file, sha256: await writeCompressed(join(folder, file), lines), count: hashes.length };
}

/** Writes the stream, compressed, and returns the hash of the file. It survives a power cut then. */
async function writeCompressed(path: string, content: Readable): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(
    content,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
  return hash.digest("hex");
}

/** Writes under another name first: a file that is there is complete. */
async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Copies the objects that no earlier backup has. An object never changes. */
async function copyObjects(store: ObjectStore, folder: string, hashes: readonly string[]) {
  const target = await openObjects({ kind: "folder", folder });
  const stored: string[] = [];
  const missing: string[] = [];
  let copied = 0;
  for (const hash of hashes) {
    if (!(await target.exists(hash))) {
      const bytes = await store.get(hash);
      if (!bytes) {
        missing.push(hash);
        continue;
      }
      await target.put(hash, bytes);
      copied += 1;
    }
    stored.push(hash);
  }
  return { stored, copied, missing };
}
