import { Dexie, type Table } from "dexie";
import { IDBKeyRange } from "fake-indexeddb";
import { afterEach, describe, expect, it } from "vitest";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import { createDisk, type Disk, openNodeDevice, wipeDatabase } from "../testing/node-device.ts";
import { aFakeServer, aSignedInPhone, owner } from "../testing/fake-server.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { tablesOf8 } from "../testing/version-8.ts";
import { databaseVersion, DeviceDatabase } from "./database.ts";
import { decodeEntries, encodeEntry, type JournalEntry } from "./journal.ts";
import { openDatabase, readDatabaseStatus } from "./opening.ts";

const colleague = "0190a000-0000-7000-8000-000000000002";
const open: { close(): void }[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function dexieOptions(disk: Disk) {
  return { indexedDB: disk.indexedDB, IDBKeyRange };
}

function aRecordingJournal(disk: Disk) {
  const compacted: JournalEntry[] = [];
  return {
    compacted,
    append: async () => undefined,
    readAll: async () => decodeEntries(disk.journal),
    compact: async (snapshot: JournalEntry) => {
      compacted.push(snapshot);
      disk.journal = encodeEntry(snapshot);
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
    expect((await database.image.get(aJobId(1)))?.bytes.byteLength).toBe(3);
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
