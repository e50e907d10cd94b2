import { Dexie, type Table } from "dexie";
import { IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Journal, Ports } from "../ports.ts";
import { drain } from "../outbox/sender.ts";
import {
  createDisk,
  createDiskJournal,
  type Disk,
  type NodeDevice,
  type NodeDeviceOptions,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import { aFakeServer, aSignedInPhone, owner } from "../testing/fake-server.ts";
import { aVersion8Phone, colleague, dexieOptions } from "../testing/earlier-phones.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { tablesOf10 } from "../testing/version-10.ts";
import { tablesOf8 } from "../testing/version-8.ts";
import { databaseVersion, type EngineerDatabase, SharedDatabase } from "./database.ts";
import { hashBytes } from "./hash-bytes.ts";
import type { JournalEntry, JournalPut } from "./journal.ts";
import { readDatabaseStatus } from "./opening.ts";
import type { ImageBytesRow } from "./rows.ts";

const offline = () => Promise.reject(new TypeError("offline"));
const opened: { kill(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.kill();
});

async function openPhone(
  disk: Disk,
  options: Partial<NodeDeviceOptions> = {},
): Promise<NodeDevice> {
  const node = await openNodeDevice({ disk, fetch: offline, ...options });
  opened.push(node);
  return node;
}

/** Replaces a part of the journal that all engineers share. */
function withSharedJournal(change: (journal: Journal) => Partial<Journal>) {
  return (ports: Ports): Ports => ({
    ...ports,
    openJournal: (ownerId) => {
      const open = ports.openJournal as NonNullable<Ports["openJournal"]>;
      const journal = open(ownerId);
      return ownerId === null ? { ...journal, ...change(journal) } : journal;
    },
  });
}

async function openEngineer({ device }: NodeDevice, ownerId: string): Promise<EngineerDatabase> {
  const database = await device.engineers.open(ownerId);
  if (!database) throw new Error("The database could not be opened");
  return database;
}

describe("A phone of version 8", () => {
  it("opens with this build and has lost nothing", async () => {
    const disk = await aVersion8Phone();
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("earlier");
    const { mode, device } = await openPhone(disk);
    expect(mode).toBe("full");
    const { database, shared } = device;
    expect(database.ownerId).toBe(owner);
    expect(await database.messageQueue.count()).toBe(2);
    expect((await database.imageBytes.get(aJobId(1)))?.bytes.byteLength).toBe(3);
    expect(await database.draft.count()).toBe(1);
    expect((await database.counter.get(`lane:${aJobId(1)}`))?.value).toBe(2);
    expect(await database.setting.get(1)).toMatchObject({ deviceId: owner });
    expect(await shared.setting.get(1)).toMatchObject({ currentUserId: owner });
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("current");
    const stored = shared.tables.map(({ name }) => name);
    expect(stored).not.toContain("messageQueue");
  });

  it("has a database for each engineer from then on", async () => {
    const disk = await aVersion8Phone();
    const node = await openPhone(disk);
    const { database } = node.device;
    expect((await database.job.toArray()).map((job) => job.jobId)).toEqual([
      aJobId(1),
      aJobId(5),
      aJobId(6),
    ]);
    expect((await database.propertyTenant.toArray()).map((row) => row.fullName)).toEqual([
      "Of both",
    ]);
    expect(await database.engineeringNote.count()).toBe(1);
    const other = await openEngineer(node, colleague);
    expect(await other.job.count()).toBe(2);
    expect(await other.engineeringNote.count()).toBe(1);
    expect(await other.propertyTenant.count()).toBe(2);
    expect(await other.counter.where("name").startsWith("lane:").toArray()).toEqual([
      { name: `lane:${aJobId(2)}`, value: 5 },
    ]);
    for (const row of [...(await database.job.toArray()), ...(await other.job.toArray())])
      expect(row).not.toHaveProperty("ownerId");
  });

  it("is the installation of its signed-in engineer, and of nobody else who has signed in there", async () => {
    const disk = await aVersion8Phone();
    const before = new Dexie("fieldfare", dexieOptions(disk));
    await before.open();
    const sealed = {
      salt: new ArrayBuffer(16),
      iv: new ArrayBuffer(12),
      sealed: new ArrayBuffer(9),
    };
    for (const email of ["sam@fieldfare.example", "alex@fieldfare.example"])
      await before.table("login").put({ email, offlineLogin: sealed, failedLoginCount: 0 });
    await before.table("token").update(1, { "claims.email": "sam@fieldfare.example" });
    before.close();
    const { login } = (await openPhone(disk)).device.shared;
    expect((await login.get("sam@fieldfare.example"))?.ownerId).toBe(owner);
    expect(await login.get("alex@fieldfare.example")).not.toHaveProperty("ownerId");
    expect((await login.get("alex@fieldfare.example"))?.offlineLogin).not.toBeNull();
  });

  it("is copied to the journal before anything changes, and can be restored from it", async () => {
    const disk = await aVersion8Phone();
    const compacted: JournalEntry[] = [];
    const died = Promise.withResolvers<void>();
    void openNodeDevice({
      disk,
      fetch: offline,
      ports: withSharedJournal((journal) => ({
        compact: async (snapshot) => {
          compacted.push(snapshot);
          await journal.compact(snapshot);
          died.resolve();
          return never();
        },
      })),
    });
    await died.promise;
    disk.locks.releaseAll();
    expect(compacted[0]?.puts.filter(({ table }) => table === "messageQueue")).toHaveLength(2);
    wipeDatabase(disk);
    const { device, start } = await openPhone(disk);
    expect(start).toBe("restored");
    expect(await readQueued(device)).toEqual(["1.1", "1.2"]);
    expect(await device.database.job.count()).toBe(3);
    expect(await device.shared.setting.get(1)).toMatchObject({ currentUserId: owner });
  });

  it("whose upgrade fails is unchanged, and still sends", async () => {
    const disk = await aVersion8Phone();
    // The upgrade cannot store this row in its new table.
    const broken = new Dexie("fieldfare", dexieOptions(disk));
    await broken.open();
    await broken.table("job").put({ jobId: aJobId(4), ownerId: colleague, property: null });
    broken.close();
    const { device, mode } = await openPhone(disk);
    expect(mode).toBe("send-only");
    expect(await device.database.messageQueue.count()).toBe(2);
    expect(await device.database.job.count()).toBe(6);
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("earlier");
  });

  it("whose upgrade fails sends nothing while it has messages of two engineers", async () => {
    const disk = await aVersion8Phone();
    const broken = new Dexie("fieldfare", dexieOptions(disk));
    await broken.open();
    await broken.table("job").put({ jobId: aJobId(4), ownerId: colleague, property: null });
    await broken.table("messageQueue").update(2, { ownerId: colleague });
    broken.close();
    await expect(openPhone(disk)).rejects.toThrow(/propertyId/);
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("earlier");
  });

  it("that another tab holds open waits, and goes on when the tab closes it", async () => {
    const disk = await aVersion8Phone();
    const tab = new Dexie("fieldfare", dexieOptions(disk));
    tab.on("versionchange", () => false);
    await tab.open();
    const blocked = Promise.withResolvers<void>();
    const opening = openPhone(disk, { onBlocked: () => blocked.resolve() });
    await blocked.promise;
    tab.close();
    const { mode, device } = await opening;
    expect(mode).toBe("full");
    expect(await device.database.messageQueue.count()).toBe(2);
  });
});

/** A phone as version 9 or 10 left it: unsent photos, whose bytes are in their rows and in its journal. */
async function aPhoneWithPhotos(version: 9 | 10): Promise<Disk> {
  const disk = await aVersion8Phone();
  const database = new Dexie("fieldfare", dexieOptions(disk));
  database.version(version).stores(version === 9 ? tablesOf8 : tablesOf10);
  await database.open();
  await database.table("setting").update(1, { holderId: owner });
  const images = await Promise.all(photoTexts.map(anOldImage));
  await database.table("image").clear();
  await database.table("image").bulkPut(images);
  const puts: JournalPut[] = [];
  for (const table of ["setting", "counter", "job", "image", "messageQueue"] as const)
    for (const row of await database.table(table).toArray()) puts.push({ table, row });
  await createDiskJournal(disk, null).compact({ order: 12, isSnapshot: true, puts, deletes: [] });
  database.close();
  return disk;
}

const photoTexts = ["draft", "queued", "queued too"] as const;

async function anOldImage(text: string, index: number) {
  const bytes = new TextEncoder().encode(text).buffer;
  return {
    imageId: aJobId(index + 1),
    jobId: aJobId(1),
    entityId: aJobId(1),
    ownerId: owner,
    purpose: "job",
    state: text === "draft" ? "draft" : "queued",
    bytes,
    sha256: await hashBytes(bytes),
  };
}

/** Never settles: what a killed page waits for. */
const never = () => new Promise<never>(() => undefined);

describe.each([9, 10] as const)("A phone of version %i with unsent photos", (version) => {
  let disk: Disk;
  beforeEach(async () => {
    disk = await aPhoneWithPhotos(version);
  });
  afterEach(() => vi.restoreAllMocks());

  /** Opens the database with this build and returns what it has of the photos. */
  async function upgrade() {
    const node = await openPhone(disk, { deferCatchUp: true });
    const stored = { mode: node.mode, ...(await readPhotos(node.device.database)) };
    node.kill();
    return stored;
  }

  /** A page of this build opens, so that the journal is up to date; then the browser wipes the database. */
  async function restore() {
    (await openPhone(disk)).kill();
    return restoreAtOnce();
  }

  async function restoreAtOnce() {
    wipeDatabase(disk);
    const node = await openPhone(disk);
    return { start: node.start, ...(await readPhotos(node.device.database)) };
  }

  async function readPhotos(database: EngineerDatabase) {
    const rows = await database.imageBytes.orderBy("imageId").toArray();
    const images = await database.image.toArray();
    return {
      texts: rows.map(({ bytes }) => new TextDecoder().decode(bytes)),
      states: images.map(({ state }) => state),
      rowsWithBytes: images.filter((image) => "bytes" in image).length,
      messages: await database.messageQueue.count(),
    };
  }

  const photos = {
    texts: photoTexts,
    states: ["draft", "queued", "queued"],
    rowsWithBytes: 0,
    messages: 2,
  };

  it("has them all, once in the database and once in the journal of their engineer", async () => {
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
    expect([...(disk.journals.get(owner)?.images.keys() ?? [])].toSorted()).toEqual(
      [1, 2, 3].map(aJobId),
    );
    expect(disk.journals.get("")?.images.size).toBe(0);
  });

  it("and no journal has them all after the upgrade, and then a journal of this build", async () => {
    disk.journals.clear();
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
  });

  it.each(["storeImage", "compact"] as const)(
    "that is killed before the upgrade, in %s, loses nothing",
    async (name) => {
      const reached = Promise.withResolvers<void>();
      void openNodeDevice({
        disk,
        fetch: offline,
        ports: withSharedJournal(() => ({
          [name]: () => {
            reached.resolve();
            return never();
          },
        })),
      });
      await reached.promise;
      disk.locks.releaseAll();
      expect(await upgrade()).toEqual({ mode: "full", ...photos });
      expect(await restore()).toEqual({ start: "restored", ...photos });
    },
  );

  it("that is killed and wiped right after the upgrade loses nothing", async () => {
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restoreAtOnce()).toEqual({ start: "restored", ...photos });
  });

  it("whose database is wiped before the upgrade is restored from the earlier build's journal", async () => {
    expect(await restoreAtOnce()).toEqual({ start: "restored", ...photos });
  });

  it("whose upgrade has copied to the journal and then fails is unchanged, and upgrades later", async () => {
    const put = Reflect.get(IDBObjectStore.prototype, "put") as (
      ...given: unknown[]
    ) => IDBRequest<IDBValidKey>;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: IDBObjectStore,
      row: unknown,
      key?: unknown,
    ) {
      if (this.name === "imageBytes" && (row as ImageBytesRow).imageId === aJobId(2))
        throw new DOMException("The device is full", "QuotaExceededError");
      return put.call(this, row, key);
    });
    const failed = await openPhone(disk);
    expect(failed.mode).toBe("send-only");
    const images = await failed.device.database.table("image").toArray();
    expect(images.map(({ bytes }: { bytes: ArrayBuffer }) => bytes.byteLength)).toEqual([5, 6, 10]);
    failed.kill();
    vi.restoreAllMocks();
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
  });

  it("keeps the bytes of the earlier build's journal though a later entry has none", async () => {
    const { bytes: _bytes, ...image } = await anOldImage("draft", 0);
    const puts = [{ table: "image" as const, row: { ...image, state: "queued" } }];
    const later: JournalEntry = { order: 13, isSnapshot: false, puts, deletes: [] };
    await createDiskJournal(disk, null).append(later);
    expect(await restoreAtOnce()).toMatchObject({
      texts: photoTexts,
      states: ["queued", "queued", "queued"],
      rowsWithBytes: 0,
    });
  });
});

it("A phone of version 9 keeps all that it has and gets the tables of this build", async () => {
  const disk = await aVersion8Phone();
  const version9 = new Dexie("fieldfare", dexieOptions(disk));
  version9.version(9).stores(tablesOf8);
  await version9.open();
  await version9.table("setting").update(1, { holderId: owner });
  const jobs = version9.table("job");
  await jobs.filter(({ ownerId }) => ownerId !== owner).delete();
  version9.close();
  const { device, mode } = await openPhone(disk);
  const { database } = device;
  expect(mode).toBe("full");
  expect(await database.messageQueue.count()).toBe(2);
  expect(await database.job.count()).toBe(3);
  expect(await database.alert.count()).toBe(0);
});

function formatSchema({ schema }: Table): string {
  return [schema.primKey, ...schema.indexes].map(({ src }) => src).join(", ");
}

describe("A phone that a later build has used", () => {
  it("is opened to send waiting messages, and nothing in it changes", async () => {
    const fakeServer = aFakeServer();
    const phone = await aSignedInPhone(fakeServer);
    await queueStatuses(phone.device, [1, 2]);
    phone.kill();
    for (const name of ["fieldfare", `fieldfare-${owner}`]) {
      const laterBuild = new Dexie(name, dexieOptions(phone.disk));
      await laterBuild.open();
      const knownTables = Object.fromEntries(
        laterBuild.tables.map((table) => [table.name, formatSchema(table)]),
      );
      laterBuild.close();
      laterBuild.version(databaseVersion + 1).stores({ ...knownTables, novelty: "id" });
      await laterBuild.open();
      await laterBuild.table("novelty").put({ id: 1 });
      laterBuild.close();
    }
    const node = await openPhone(phone.disk, { fetch: fakeServer.fetch });
    expect(node.mode).toBe("send-only");
    expect(await drain(node.device)).toEqual({ kind: "empty", sent: 2 });
    for (const database of [node.device.shared, node.device.database])
      expect(await database.table("novelty").count()).toBe(1);
    node.kill();
    for (const name of ["fieldfare", `fieldfare-${owner}`])
      expect(await readDatabaseStatus(phone.disk.indexedDB, name)).toBe("later");
  });
});

it("Looking for a database creates none", async () => {
  const disk = createDisk();
  expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("absent");
  expect(await disk.indexedDB.databases()).toEqual([]);
  const database = new SharedDatabase("fieldfare", dexieOptions(disk));
  await database.open();
  expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("current");
  database.close();
});
