import { Dexie } from "dexie";
import { IDBKeyRange } from "fake-indexeddb";
import { aJobRow } from "./builders.ts";
import { owner } from "./fake-server.ts";
import { createDisk, type Disk } from "./node-device.ts";
import { aJobId } from "./queueing.ts";
import { tablesOf8 } from "./version-8.ts";

export const colleague = "0190a000-0000-7000-8000-000000000002";

/** The options with which Dexie opens a database of this disk instead of a global one. */
export function dexieOptions(disk: Disk) {
  return { indexedDB: disk.indexedDB, IDBKeyRange };
}

/**
 * A phone as version 8 left it: an installed engineer with unsent work, and a colleague's jobs in
 * the same tables.
 */
export async function aVersion8Phone(): Promise<Disk> {
  const disk = createDisk();
  const database = new Dexie("fieldfare", dexieOptions(disk));
  database.version(8).stores(tablesOf8);
  const property = aJobRow({ jobId: aJobId(1) }).property;
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
    { ...aJobRow({ jobId: aJobId(1), status: "AccessGained", isSelected: true }), ownerId: owner },
    { ...aJobRow({ jobId: aJobId(5) }), ownerId: owner },
    { ...aJobRow({ jobId: aJobId(6) }), ownerId: owner },
    { ...aJobRow({ jobId: aJobId(2) }), ownerId: colleague },
    {
      ...aJobRow({ jobId: aJobId(3), property: { ...property, propertyId: aJobId(8) } }),
      ownerId: colleague,
    },
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
