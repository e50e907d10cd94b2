import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { migrateDatabase, openDatabase } from "../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../database/testing.ts";
import { type ObjectStore, openObjects } from "../objects/objects.ts";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { backUp, type BackupResult } from "./backup.ts";
import { type BackupManifest, manifestFile } from "./manifest.ts";
import { listMigrations } from "./migrations.ts";
import { restore } from "./restore.ts";

const buildNumber = 1;

let server: TestServer;
let originalFolder: string;
let original: BackupResult;
let folder: string;
let empty: TestDatabase;
let restoredObjects: ObjectStore;

beforeAll(async () => {
  server = await startTestServer({ withDemo: true, withForms: true });
  originalFolder = await mkdtemp(join(tmpdir(), "fieldfare-original-"));
  original = await makeBackup({ to: originalFolder });
});
afterAll(async () => {
  await server.stop();
  await rm(originalFolder, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-backup-"));
  restoredObjects = await openObjects({ kind: "folder", folder: join(folder, "restored") });
  empty = await createTestDatabase();
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

const makeBackup = ({
  to = join(folder, "backups"),
  ...options
}: {
  to?: string;
  keep?: number;
  now?: Date;
} = {}) =>
  backUp({
    connectionString: server.database.connectionString,
    objects: server.objects,
    folder: to,
    buildNumber,
    ...options,
  });

/** Copies the backup of the whole server, for a test that changes it. Returns its folder. */
async function copyBackup(): Promise<string> {
  await cp(originalFolder, join(folder, "backups"), { recursive: true });
  return join(folder, "backups", basename(original.folder));
}

const restoreFrom = (backup: string, connectionString = empty.connectionString) =>
  restore({ connectionString, objects: restoredObjects, folder: backup });

/** The text of each row of each table of the product, sorted. */
async function readTables(connectionString: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: names } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
          and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass) order by 1`,
    );
    const tables = new Map<string, string[]>();
    for (const { name } of names) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${client.escapeIdentifier(name)} t order by 1`,
      );
      tables.set(
        name,
        rows.map(({ text }) => text),
      );
    }
    return tables;
  } finally {
    await client.end();
  }
}

async function countTables(connectionString: string): Promise<number> {
  return (await readTables(connectionString)).size;
}

describe("A backup that is restored", () => {
  it("has every row of every table and every object as it was; only the epoch is new, and an audit entry says so", async () => {
    const before = await readTables(server.database.connectionString);
    const restored = await restoreFrom(original.folder);
    const after = await readTables(empty.connectionString);
    // A restore is an event of its own, and the feed skips numbers.
    const changed = ["setting", "audit_entry", "event_inbox", "event_position"];
    const differing = [...before.keys()].filter(
      (name) => !isDeepStrictEqual(after.get(name), before.get(name)),
    );
    expect(differing.filter((name) => !changed.includes(name))).toEqual([]);
    const settings = (tables: Map<string, string[]>) =>
      (tables.get("setting") ?? []).filter((text) => !text.startsWith("(epoch,"));
    expect(settings(after)).toEqual(settings(before));
    expect(after.get("setting")).not.toEqual(before.get("setting"));
    const entries = before.get("audit_entry") ?? [];
    expect(after.get("audit_entry")).toEqual(expect.arrayContaining(entries));
    const added = (after.get("audit_entry") ?? []).filter((text) => !entries.includes(text));
    expect(added).toHaveLength(1);
    expect(added[0]).toContain("data-restored");
    expect(restored.rows).toBe([...before.values()].flat().length);
    expect(original.objects).toBeGreaterThan(0);
    const { rows: images } = await server.database.pool.query<{ sha256: string }>(
      "select sha256 from job_image union select sha256 from document where sha256 is not null",
    );
    for (const { sha256 } of images) {
      const bytes = await restoredObjects.get(sha256);
      expect(
        createHash("sha256")
          .update(bytes ?? "")
          .digest("hex"),
      ).toBe(sha256);
    }
  });

  it("takes rows with the ids that follow, and still refuses a change of its audit entries", async () => {
    await restoreFrom(original.folder);
    const restored = await startTestServer({
      connectionString: empty.connectionString,
      objects: restoredObjects,
    });
    try {
      await restored.addEngineer("Nia");
      await expect(
        restored.database.pool.query("update audit_entry set action = 'nothing'"),
      ).rejects.toThrow("permission denied");
      const { rows } = await restored.database.pool.query(
        "select 1 from pg_trigger where not tgisinternal and tgenabled = 'D'",
      );
      expect(rows).toEqual([]);
    } finally {
      await restored.stop();
    }
  });

  it("is the database of one moment, whatever is written while the backup runs", async () => {
    const writer = new pg.Client({ connectionString: server.database.connectionString });
    await writer.connect();
    // The backup waits for this table, after the first ones have been copied.
    await writer.query("begin; lock table device in access exclusive mode");
    const running = makeBackup();
    const isWaiting = async () =>
      (
        await server.database.pool.query(
          "select 1 from pg_locks where relation = 'device'::regclass and not granted",
        )
      ).rows.length;
    await expect.poll(isWaiting).toBe(1);
    await server.database.pool.query(
      "insert into setting (key, value) values ('plannerWeeks', '9') on conflict do nothing",
    );
    await writer.query("commit");
    await writer.end();
    await restoreFrom((await running).folder);
    const settings = (await readTables(empty.connectionString)).get("setting") ?? [];
    expect(settings.filter((text) => text.startsWith("(plannerWeeks,"))).toEqual([]);
    await server.database.pool.query("delete from setting where key = 'plannerWeeks'");
  });

  it("of an earlier version is brought up to date", async () => {
    const backup = await copyBackup();
    const path = join(backup, manifestFile);
    const manifest = JSON.parse(await readFile(path, "utf8")) as {
      migrations: string[];
      tables: { name: string }[];
      sequences: unknown[];
    };
    // The first version of all knew only some of the tables.
    const earlier = await createTestDatabase();
    manifest.migrations = manifest.migrations.slice(0, 1);
    manifest.tables = manifest.tables.filter(({ name }) => name === "setting");
    manifest.sequences = [];
    await writeFile(path, JSON.stringify(manifest));
    await restoreFrom(backup, earlier.connectionString);
    const database = openDatabase(earlier.connectionString);
    await migrateDatabase(database);
    const { rows } = await database.pool.query("select 1 from drizzle.__drizzle_migrations");
    await database.close();
    expect(rows).toHaveLength((await listMigrations()).length);
    expect((await readTables(earlier.connectionString)).get("setting")?.length).toBeGreaterThan(1);
    expect(await countTables(earlier.connectionString)).toBe(
      await countTables(server.database.connectionString),
    );
    await earlier.drop();
  });

  it("is not taken for the database that was backed up, even if it cannot be brought up to date", async () => {
    const backup = await copyBackup();
    const path = join(backup, manifestFile);
    const manifest = JSON.parse(await readFile(path, "utf8")) as BackupManifest;
    const [first = ""] = manifest.migrations;
    const tables = manifest.tables.filter(({ name }) => name === "setting");
    await writeFile(
      path,
      JSON.stringify({ ...manifest, migrations: [first], tables, sequences: [] }),
    );
    const client = new pg.Client({ connectionString: empty.connectionString });
    await client.connect();
    // A later migration creates it too.
    await client.query("create schema reporting");
    await client.end();
    await expect(restoreFrom(backup)).rejects.toThrow("reporting");
    const epoch = (settings: Map<string, string[]>) =>
      settings.get("setting")?.find((text) => text.startsWith("(epoch,"));
    const restored = epoch(await readTables(empty.connectionString));
    expect(restored).toBeDefined();
    expect(restored).not.toBe(epoch(await readTables(server.database.connectionString)));
  });
});

describe("Nothing is changed by a restore", () => {
  it("of a file that is damaged", async () => {
    const backup = await copyBackup();
    await writeFile(join(backup, "public.job.copy.gz"), "nothing");
    await expect(restoreFrom(backup)).rejects.toThrow("public.job.copy.gz is damaged");
    expect(await countTables(empty.connectionString)).toBe(0);
  });

  it("of a backup without one of its objects", async () => {
    const backup = await copyBackup();
    await rm(join(folder, "backups/objects"), { recursive: true });
    await expect(restoreFrom(backup)).rejects.toThrow("lacks the object");
    expect(await countTables(empty.connectionString)).toBe(0);
  });

  it("of a backup that was interrupted", async () => {
    const backup = await copyBackup();
    await rm(join(backup, manifestFile));
    await expect(restoreFrom(backup)).rejects.toThrow("interrupted has no manifest");
  });

  it("of a newer version", async () => {
    const backup = await copyBackup();
    const path = join(backup, manifestFile);
    const manifest = JSON.parse(await readFile(path, "utf8")) as { migrations: string[] };
    manifest.migrations.push("9999_future");
    await writeFile(path, JSON.stringify(manifest));
    await expect(restoreFrom(backup)).rejects.toThrow("newer or another version");
    expect(await countTables(empty.connectionString)).toBe(0);
  });

  it("into a database that has tables", async () => {
    const backup = await copyBackup();
    await expect(restoreFrom(backup, server.database.connectionString)).rejects.toThrow(
      "has tables already",
    );
  });

  it("while somebody else uses the database", async () => {
    const backup = await copyBackup();
    const other = new pg.Client({ connectionString: empty.connectionString });
    await other.connect();
    await expect(restoreFrom(backup)).rejects.toThrow("Stop every server first");
    await other.end();
  });
});

describe("A folder of backups", () => {
  it("has each object once, and after a deletion only those that a backup names", async () => {
    const at = (day: number) => new Date(Date.UTC(2027, 2, day, 2));
    const first = await makeBackup({ now: at(1) });
    expect(first.newObjects).toBe(first.objects);
    const unnamed = Buffer.from("an object of a backup that is deleted");
    const hash = createHash("sha256").update(unnamed).digest("hex");
    const objects = await openObjects({ kind: "folder", folder: join(folder, "backups/objects") });
    await objects.put(hash, unnamed);
    const second = await makeBackup({ now: at(2), keep: 2 });
    expect(second).toMatchObject({ newObjects: 0, deletedBackups: [] });
    expect(await objects.exists(hash)).toBe(true);
    const third = await makeBackup({ now: at(3), keep: 2 });
    expect(third.deletedBackups).toEqual(["2027-03-01T02-00-00Z"]);
    expect((await readdir(join(folder, "backups"))).toSorted()).toEqual([
      "2027-03-02T02-00-00Z",
      "2027-03-03T02-00-00Z",
      "objects",
    ]);
    expect(await objects.exists(hash)).toBe(false);
    await restoreFrom(second.folder);
  });

  it("loses backups that were interrupted, and does not store their objects for ever", async () => {
    const at = (day: number) => new Date(Date.UTC(2027, 2, day, 2));
    const unnamed = Buffer.from("an object of a backup that was interrupted");
    const hash = createHash("sha256").update(unnamed).digest("hex");
    const objects = await openObjects({ kind: "folder", folder: join(folder, "backups/objects") });
    await objects.put(hash, unnamed);
    const interrupted = await makeBackup({ now: at(1) });
    await rm(join(interrupted.folder, manifestFile));
    // It may still be running.
    const next = await makeBackup({ now: new Date(at(1).getTime() + 3_600_000), keep: 1 });
    expect(next.deletedBackups).toEqual([]);
    const last = await makeBackup({ now: at(3), keep: 2 });
    expect(last.deletedBackups).toEqual([basename(interrupted.folder)]);
    expect(await objects.exists(hash)).toBe(false);
    await restoreFrom(next.folder);
  });

  it("whose backup lacks an object of the store says so, and has everything else", async () => {
    const { rows } = await server.database.pool.query<{ sha256: string }>(
      "select sha256 from job_image limit 1",
    );
    const hash = rows[0]?.sha256 ?? "";
    const bytes = await server.objects.get(hash);
    await server.objects.delete(hash);
    await expect(makeBackup({ now: new Date(0) })).rejects.toThrow("has lost 1 of");
    await server.objects.put(hash, bytes ?? Buffer.from(""));
    const restored = await restoreFrom(join(folder, "backups/1970-01-01T00-00-00Z"));
    expect(restored.missingObjects).toBe(1);
    expect(await restoredObjects.exists(hash)).toBe(false);
  });

  it("of a database without Fieldfare's data is refused", async () => {
    await expect(
      backUp({
        connectionString: empty.connectionString,
        objects: server.objects,
        folder: join(folder, "backups"),
        buildNumber,
      }),
    ).rejects.toThrow("no data of Fieldfare");
  });
});
