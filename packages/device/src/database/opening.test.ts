import { Dexie, type Table } from "dexie";
import { IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Journal } from "../ports.ts";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  createDisk,
  createDiskJournal,
  type Disk,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import { aFakeServer, aSignedInPhone, owner } from "../testing/fake-server.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { tablesOf10 } from "../testing/version-10.ts";
import { tablesOf8 } from "../testing/version-8.ts";
import { databaseVersion, DeviceDatabase, type TableName } from "./database.ts";
import { hashBytes } from "./image-bytes.ts";
import { encodeEntry, type JournalEntry } from "./journal.ts";
import { openDatabase, readDatabaseStatus } from "./opening.ts";
import type { ImageBytesRow } from "./rows.ts";

const colleague = "0190a000-0000-7000-8000-000000000002";
const offline = () => Promise.reject(new TypeError("offline"));
const open: { close(): void }[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function dexieOptions(disk: Disk) {
  return { indexedDB: disk.indexedDB, IDBKeyRange };
}

function aRecordingJournal(disk: Disk) {
  const compacted: JournalEntry[] = [];
  const journal = createDiskJournal(disk);
  return {
    ...journal,
    compacted,
    compact: (snapshot: JournalEntry) => {
      compacted.push(snapshot);
      return journal.compact(snapshot);
    },
  };
}

/**
 * A phone as version 8 left it: an installed engineer with unsent work, and a colleague's jobs in
 * the same tables.
 */
async function aVersion8Phone(): Promise<Disk> {
  const disk = createDisk();
  const database = new Dexie("fieldfare", dexieOptions(disk));
  database.version(8).stores(tablesOf8);
  const property = aJobRow({ jobId: aJobId(1), ownerId: owner }).property;
  await database.table("setting").put({
    id: 1,
    installationDate: "2026-01-05T08:00:00.000Z",
    deviceId: owner,
    enabled: true,
    incarnation: "0190a000-0000-7000-8000-0000000000ff",
    serverEpoch: owner,
    recoveryPending: false,
    sync: {
      config: { warnSizeInMb: 5, onStart: true, minSizeInMb: 0, maxSizeInMb: 30 },
      status: { dateLastSync: "2026-01-05T08:00:00.000Z", size: 1 },
    },
    export: { lastExportDate: null, code: null },
  });
  await database.table("token").put({
    id: 1,
    tokenModel: { token: "t", refreshToken: "r", expiresOn: "2026-01-05T08:15:00.000Z" },
    claims: { id: owner },
    ownerId: owner,
    signedInOn: "2026-01-05T08:00:00.000Z",
  });
  await database.table("job").bulkPut([
    aJobRow({ jobId: aJobId(1), ownerId: owner, status: "AccessGained", isSelected: true }),
    aJobRow({ jobId: aJobId(5), ownerId: owner }),
    aJobRow({ jobId: aJobId(6), ownerId: owner }),
    aJobRow({ jobId: aJobId(2), ownerId: colleague }),
    aJobRow({
      jobId: aJobId(3),
      ownerId: colleague,
      property: { ...property, propertyId: aJobId(8) },
    }),
  ]);
  await database.table("engineeringNote").bulkPut([
    { engineeringNoteId: aJobId(1), jobId: aJobId(1), description: "Unsent" },
    { engineeringNoteId: aJobId(2), jobId: aJobId(2), description: "A colleague's" },
  ]);
  await database.table("propertyTenant").bulkPut([
    { propertyTenantId: aJobId(1), propertyId: property.propertyId, fullName: "Of both" },
    { propertyTenantId: aJobId(2), propertyId: aJobId(8), fullName: "Of the colleague" },
  ]);
  await database.table("messageQueue").bulkPut(
    [1, 2].map((laneNumber) => ({
      id: laneNumber,
      messageId: aJobId(laneNumber),
      ownerId: owner,
      type: "JobStatusChange",
      payload: {},
      status: "queued",
      lane: aJobId(1),
      laneNumber,
      jobId: aJobId(1),
      sendAttempts: 0,
    })),
  );
  await database.table("counter").bulkPut([
    { name: "journal", value: 12 },
    { name: `lane:${aJobId(1)}`, value: 2 },
    { name: `lane:${aJobId(2)}`, value: 5 },
  ]);
  await database.table("image").put({
    imageId: aJobId(1),
    jobId: aJobId(1),
    entityId: aJobId(1),
    ownerId: owner,
    state: "queued",
    bytes: new Uint8Array([1, 2, 3]).buffer,
  });
  await database.table("draft").put({ jobId: aJobId(1), kind: "close", ownerId: owner, values: 7 });
  database.close();
  return disk;
}

describe("A phone of version 8", () => {
  it("opens with this build and has lost nothing", async () => {
    const disk = await aVersion8Phone();
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("earlier");
    const opened = await openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(disk),
      journal: aRecordingJournal(disk),
    });
    open.push(opened.database);
    expect(opened.mode).toBe("full");
    const { database } = opened;
    expect(await database.messageQueue.count()).toBe(2);
    expect((await database.imageBytes.get(aJobId(1)))?.bytes.byteLength).toBe(3);
    expect(await database.draft.count()).toBe(1);
    expect((await database.counter.get(`lane:${aJobId(1)}`))?.value).toBe(2);
    expect(await database.setting.get(1)).toMatchObject({ holderId: owner, deviceId: owner });
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("current");
  });

  it("keeps the jobs of each engineer apart from then on", async () => {
    const disk = await aVersion8Phone();
    const { database } = await openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(disk),
      journal: null,
    });
    open.push(database);
    expect((await database.job.toArray()).map((job) => job.jobId)).toEqual([
      aJobId(1),
      aJobId(5),
      aJobId(6),
    ]);
    expect((await database.propertyTenant.toArray()).map((row) => row.fullName)).toEqual([
      "Of both",
    ]);
    const drawer = await database.drawer.get(colleague);
    expect(drawer?.rows["job"]).toHaveLength(2);
    expect(drawer?.rows["engineeringNote"]).toHaveLength(1);
    expect(drawer?.rows["propertyTenant"]).toHaveLength(2);
    expect(drawer?.rows["counter"]).toEqual([{ name: `lane:${aJobId(2)}`, value: 5 }]);
    expect(await database.engineeringNote.count()).toBe(1);
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
    const { database } = await openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(disk),
      journal: null,
    });
    open.push(database);
    expect((await database.login.get("sam@fieldfare.example"))?.ownerId).toBe(owner);
    expect(await database.login.get("alex@fieldfare.example")).not.toHaveProperty("ownerId");
    expect((await database.login.get("alex@fieldfare.example"))?.offlineLogin).not.toBeNull();
  });

  it("is copied to the journal before anything changes, and can be restored from it", async () => {
    const disk = await aVersion8Phone();
    const journal = aRecordingJournal(disk);
    const opened = await openDatabase({ name: "fieldfare", dexie: dexieOptions(disk), journal });
    opened.database.close();
    expect(journal.compacted).toHaveLength(1);
    expect(journal.compacted[0]?.puts.filter(({ table }) => table === "messageQueue")).toHaveLength(
      2,
    );
    wipeDatabase(disk);
    const node = await openNodeDevice({
      disk,
      fetch: () => Promise.reject(new TypeError("offline")),
    });
    const { device, start } = node;
    open.push({ close: () => node.kill() });
    expect(start).toBe("restored");
    expect(await readQueued(device)).toEqual(["1.1", "1.2"]);
    expect(await device.database.job.count()).toBe(3);
    expect(await device.database.setting.get(1)).toMatchObject({ holderId: owner });
  });

  it("whose upgrade fails is unchanged, and still sends", async () => {
    const disk = await aVersion8Phone();
    // The upgrade cannot store this row in its new table.
    const broken = new Dexie("fieldfare", dexieOptions(disk));
    await broken.open();
    await broken.table("job").put({ jobId: aJobId(4), ownerId: colleague, property: null });
    broken.close();
    const opened = await openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(disk),
      journal: aRecordingJournal(disk),
    });
    open.push(opened.database);
    expect(opened).toMatchObject({ mode: "send-only", reason: "failed" });
    expect(await opened.database.messageQueue.count()).toBe(2);
    expect(await opened.database.job.count()).toBe(6);
    expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("earlier");
  });

  it("that another tab holds open waits, reports it, and goes on when the tab closes it", async () => {
    const disk = await aVersion8Phone();
    const tab = new Dexie("fieldfare", dexieOptions(disk));
    tab.on("versionchange", () => false);
    await tab.open();
    const blocked = Promise.withResolvers<void>();
    const opening = openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(disk),
      journal: null,
      onBlocked: () => blocked.resolve(),
    });
    await blocked.promise;
    tab.close();
    const opened = await opening;
    open.push(opened.database);
    expect(opened.mode).toBe("full");
    expect(await opened.database.messageQueue.count()).toBe(2);
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
  const puts: { table: TableName; row: unknown }[] = [];
  for (const table of ["setting", "counter", "job", "image", "messageQueue"] as const)
    for (const row of await database.table(table).toArray()) puts.push({ table, row });
  disk.journal = encodeEntry({ order: 12, isSnapshot: true, puts, deletes: [] });
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

function openWithJournal(disk: Disk, journal: Journal) {
  return openDatabase({ name: "fieldfare", dexie: dexieOptions(disk), journal });
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
    const { database, mode } = await openWithJournal(disk, createDiskJournal(disk));
    const stored = { mode, ...(await readPhotos(database)) };
    database.close();
    return stored;
  }

  /** A page of this build opens, so that the journal is up to date; then the browser wipes the database. */
  async function restore() {
    (await openNodeDevice({ disk, fetch: offline })).kill();
    return restoreAtOnce();
  }

  async function restoreAtOnce() {
    wipeDatabase(disk);
    const node = await openNodeDevice({ disk, fetch: offline });
    open.push({ close: () => node.kill() });
    return { start: node.start, ...(await readPhotos(node.device.database)) };
  }

  async function readPhotos(database: DeviceDatabase) {
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

  it("has them all, once in the database and once in the journal", async () => {
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
    expect([...disk.journalImages.keys()].toSorted()).toEqual([1, 2, 3].map(aJobId));
  });

  it("and no journal has them all after the upgrade, and then a journal of this build", async () => {
    disk.journal = new Uint8Array();
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
  });

  it.each(["storeImage", "compact"] as const)(
    "that is killed before the upgrade, in %s, loses nothing",
    async (name) => {
      const reached = Promise.withResolvers<void>();
      void openWithJournal(disk, {
        ...createDiskJournal(disk),
        [name]: () => {
          reached.resolve();
          return never();
        },
      });
      await reached.promise;
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
    const failed = await openWithJournal(disk, createDiskJournal(disk));
    expect(failed).toMatchObject({ mode: "send-only", reason: "failed" });
    const images = await failed.database.table("image").toArray();
    expect(images.map(({ bytes }: { bytes: ArrayBuffer }) => bytes.byteLength)).toEqual([5, 6, 10]);
    failed.database.close();
    vi.restoreAllMocks();
    expect(await upgrade()).toEqual({ mode: "full", ...photos });
    expect(await restore()).toEqual({ start: "restored", ...photos });
  });

  it("keeps the bytes of the earlier build's journal though a later entry has none", async () => {
    const { bytes: _bytes, ...image } = await anOldImage("draft", 0);
    const puts = [{ table: "image" as const, row: { ...image, state: "queued" } }];
    const later = encodeEntry({ order: 13, isSnapshot: false, puts, deletes: [] });
    disk.journal = new Uint8Array([...disk.journal, ...later]);
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
  version9.close();
  const { database, mode } = await openDatabase({
    name: "fieldfare",
    dexie: dexieOptions(disk),
    journal: aRecordingJournal(disk),
  });
  open.push(database);
  expect(mode).toBe("full");
  expect(await database.messageQueue.count()).toBe(2);
  expect(await database.job.count()).toBe(5);
  expect(await database.alert.count()).toBe(0);
  expect(await database.drawer.count()).toBe(0);
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
    const laterBuild = new Dexie("fieldfare", dexieOptions(phone.disk));
    await laterBuild.open();
    const knownTables = Object.fromEntries(
      laterBuild.tables.map((table) => [table.name, formatSchema(table)]),
    );
    laterBuild.close();
    laterBuild.version(databaseVersion + 1).stores({ ...knownTables, novelty: "id" });
    await laterBuild.open();
    await laterBuild.table("novelty").put({ id: 1 });
    laterBuild.close();

    const opened = await openDatabase({
      name: "fieldfare",
      dexie: dexieOptions(phone.disk),
      journal: null,
      knownVersion: databaseVersion + 1,
    });
    open.push(opened.database);
    expect(opened).toMatchObject({ mode: "send-only", reason: "later" });
    const device = { ...phone.device, database: opened.database };
    const locks = { hold: <T>(_name: string, work: () => Promise<T>) => work() };
    const ports = { ...device.ports, fetch: fakeServer.fetch, locks };
    expect(await drain({ ...device, ports })).toEqual({ kind: "empty", sent: 2 });
    expect(await opened.database.table("novelty").count()).toBe(1);
    opened.database.close();
    expect(await readDatabaseStatus(phone.disk.indexedDB, "fieldfare")).toBe("later");
  });
});

it("Looking for a database creates none", async () => {
  const disk = createDisk();
  expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("absent");
  expect(await disk.indexedDB.databases()).toEqual([]);
  const database = new DeviceDatabase("fieldfare", dexieOptions(disk));
  open.push(database);
  await database.open();
  expect(await readDatabaseStatus(disk.indexedDB, "fieldfare")).toBe("current");
});
