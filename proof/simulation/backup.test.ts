import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJob, readJob } from "@fieldfare/contract/office";
import {
  addNote,
  addPhoto,
  advanceJob,
  drain,
  install,
  poll,
  refreshJobs,
  signIn,
  uploadPhotos,
} from "@fieldfare/device";
import {
  createDisk,
  type NodeDevice,
  openNodeDevice,
  seededRandom,
} from "@fieldfare/device/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUp } from "../../apps/server/src/backup/backup.ts";
import { restore } from "../../apps/server/src/backup/restore.ts";
import { account, fieldOperative } from "../../apps/server/src/database/schema.ts";
import { hashCredential } from "../../apps/server/src/database/secrets.ts";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import { type ObjectStore, openObjects } from "../../apps/server/src/objects/objects.ts";
import { aDraft } from "../../apps/server/src/testing/jobs.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";
import { aPhoto, signature } from "./images.ts";
import { password } from "./world.ts";

/* The drill: a backup, more work, everything of the server is lost, the backup is restored, the phone sends again. */

const email = "ann.backup@fieldfare.example";
const pin = "280451";
const fieldOperativeId = randomUUID();
const random = seededRandom(1);
const disk = createDisk();

let server: TestServer;
let phone: NodeDevice;
let folder: string;
let newDatabase: TestDatabase;
let newObjects: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-drill-"));
  newDatabase = await createTestDatabase();
  newObjects = await openObjects({ kind: "folder", folder: join(folder, "new-objects") });
  server = await startTestServer();
  const { orm } = server.database;
  await orm.insert(fieldOperative).values({ fieldOperativeId });
  await orm.insert(account).values({
    accountId: randomUUID(),
    name: "Ann",
    email,
    passwordHash: await hashCredential(password),
    userType: 1,
    fieldOperativeId,
  });
  phone = await openPhone();
});
afterAll(async () => {
  phone.kill();
  await server.stop();
  await newDatabase.drop();
  await rm(folder, { recursive: true });
});

const openPhone = () => openNodeDevice({ disk, baseUrl: server.origin, random, fetch });

/** What the office has of a job: each message with its place in the order, and each image with its hash. */
async function readRecorded(jobId: string) {
  const { messages, images } = await server.call(readJob, { params: { jobId } });
  return {
    messages: messages
      .map(({ messageId, type, order }) => ({ messageId, type, order }))
      .toSorted((a, b) => (a.order?.laneNumber ?? 0) - (b.order?.laneNumber ?? 0)),
    images: images
      .map(({ imageId, sha256 }) => ({ imageId, sha256 }))
      .toSorted((a, b) => a.imageId.localeCompare(b.imageId)),
  };
}

async function recordNote(jobId: string, description: string) {
  const { device } = phone;
  await addPhoto(device, { jobId, purpose: "note", file: aPhoto(random) });
  expect(await addNote(device, jobId, { description, isPublic: true })).toMatchObject({ ok: true });
  await addPhoto(device, { jobId, purpose: "job", file: aPhoto(random) });
  await uploadPhotos(device, jobId);
}

it("everything of the server is lost and restored; the phone sends again what came after the backup, once", async () => {
  expect(await signIn(phone.device, { email, password })).toMatchObject({ ok: true });
  expect(
    await install(phone.device, {
      pin,
      signature,
      browserWarningAcknowledged: true,
      notificationPerm: "granted",
      cameraPerm: "granted",
      locationPerm: "denied",
      iconInstall: "manual",
    }),
  ).toMatchObject({ ok: true });
  const { jobId } = await server.call(createJob, { body: aDraft({ fieldOperativeId }) });
  expect(await refreshJobs(phone.device)).toMatchObject({ ok: true });
  await advanceJob(phone.device, jobId, "New");
  await advanceJob(phone.device, jobId, "Travelling");
  await advanceJob(phone.device, jobId, "OnSite");
  await recordNote(jobId, "Before the backup");
  await drain(phone.device);
  const atBackup = await readRecorded(jobId);

  const backup = await backUp({
    connectionString: server.database.connectionString,
    objects: server.objects,
    folder: join(folder, "backups"),
    buildNumber: 1,
  });
  await recordNote(jobId, "After the backup");
  await drain(phone.device);
  const atLoss = await readRecorded(jobId);
  expect(atLoss.messages.length).toBeGreaterThan(atBackup.messages.length);
  expect(atLoss.images.length).toBeGreaterThan(atBackup.images.length);

  // The database is dropped and the objects are deleted with the server.
  phone.kill();
  await server.stop();
  await restore({
    connectionString: newDatabase.connectionString,
    objects: newObjects,
    folder: backup.folder,
  });
  server = await startTestServer({
    connectionString: newDatabase.connectionString,
    objects: newObjects,
  });
  expect(await readRecorded(jobId)).toEqual(atBackup);

  phone = await openPhone();
  expect(await signIn(phone.device, { email, pin })).toMatchObject({ ok: true });
  await poll(phone.device);
  await drain(phone.device);
  expect(await readRecorded(jobId)).toEqual(atLoss);
  for (const { sha256 } of atLoss.images) expect(await newObjects.exists(sha256)).toBe(true);
  expect(await phone.device.database.messageQueue.count()).toBe(0);

  // The visit goes on as if nothing had happened.
  await recordNote(jobId, "After the restore");
  await drain(phone.device);
  const atEnd = await readRecorded(jobId);
  expect(atEnd.messages.slice(0, atLoss.messages.length)).toEqual(atLoss.messages);
  expect(atEnd.images.length).toBe(atLoss.images.length + 2);
});
