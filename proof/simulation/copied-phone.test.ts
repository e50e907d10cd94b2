import { randomUUID } from "node:crypto";
import { createJob, readJob } from "@fieldfare/contract/office";
import {
  addPhoto,
  advanceJob,
  drain,
  install,
  poll,
  readOutbox,
  refreshJobs,
  signIn,
  unlock,
  uploadPhotos,
} from "@fieldfare/device";
import {
  copyDisk,
  createDisk,
  type Disk,
  type NodeDevice,
  openNodeDevice,
  restoreBackup,
  seededRandom,
} from "@fieldfare/device/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, fieldOperative } from "../../apps/server/src/database/schema.ts";
import { hashCredential } from "../../apps/server/src/database/secrets.ts";
import { aDraft } from "../../apps/server/src/testing/jobs.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";
import { aPhoto, signature } from "./images.ts";
import { password } from "./world.ts";

/* A phone's storage on a second phone, with the real server: the work of both arrives, and somebody learns of it. */

const pin = "280451";
const begin = new Date("2026-03-03T09:00:00.000Z");

let server: TestServer;
let passwordHash: string;
/** The clock of the server and of both phones. */
let at: Date = begin;
let email: string;
let fieldOperativeId: string;
let seed = 0;
let deviceId: string;
let jobId: string;
let disk: Disk;
let original: NodeDevice;
let copy: NodeDevice | undefined;

beforeAll(async () => {
  server = await startTestServer({ config: { now: () => at } });
  passwordHash = await hashCredential(password);
});
afterAll(() => server.stop());

beforeEach(async () => {
  at = begin;
  fieldOperativeId = randomUUID();
  email = `${fieldOperativeId}@fieldfare.example`;
  const { orm } = server.database;
  await orm.insert(fieldOperative).values({ fieldOperativeId });
  await orm.insert(account).values({
    accountId: randomUUID(),
    name: "Ann",
    email,
    passwordHash,
    userType: 1,
    fieldOperativeId,
  });
  await installOriginal();
  deviceId = (await original.device.database.setting.get(1))?.deviceId ?? "";
  ({ jobId } = await server.call(createJob, { body: aDraft({ fieldOperativeId }) }));
  await refreshJobs(original.device);
  await drain(original.device);
});
afterEach(() => {
  original.kill();
  copy?.kill();
});

async function installOriginal() {
  disk = createDisk();
  original = await openPhone(disk);
  expect(await signIn(original.device, { email, password })).toMatchObject({ ok: true });
  expect(
    await install(original.device, {
      pin,
      signature,
      browserWarningAcknowledged: true,
      notificationPerm: "granted",
      cameraPerm: "granted",
      locationPerm: "denied",
      iconInstall: "manual",
    }),
  ).toMatchObject({ ok: true });
}

/** Each phone has random numbers of its own, so no two make the same id. */
const openPhone = (storage: Disk) =>
  openNodeDevice({
    disk: storage,
    baseUrl: server.origin,
    random: seededRandom((seed += 1)),
    fetch,
    now: () => at,
  });

const passMinutes = (minutes: number) => (at = new Date(at.getTime() + minutes * 60_000));

const countWaiting = ({ device }: NodeDevice) => device.database.messageQueue.count();

/** Read from the database, because the test's sign-in of the office ends while the clock goes on. */
async function listAlarmKinds(): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ kind: string }>(
    "select kind from alarm where details ->> 'deviceId' = $1 order by alarm_id",
    [deviceId],
  );
  return rows.map(({ kind }) => kind);
}

async function readNotices({ device }: NodeDevice): Promise<readonly string[]> {
  await poll(device);
  const alerts = await device.database.alert.toArray();
  return alerts.flatMap((alert) => (alert.kind === "account" ? [alert.notice] : []));
}

async function countReceivedImages(): Promise<number> {
  const { rows } = await server.database.pool.query("select from job_image where job_id = $1", [
    jobId,
  ]);
  return rows.length;
}

async function gainAccess({ device }: NodeDevice) {
  for (const from of ["New", "Travelling", "OnSite"] as const)
    expect(await advanceJob(device, jobId, from)).toMatchObject({ ok: true });
}

/** Takes a photo that no other phone has, and queues it. */
async function takePhoto({ device }: NodeDevice, seed: number) {
  const photo = { jobId, purpose: "job", file: aPhoto(seededRandom(seed)) } as const;
  expect(await addPhoto(device, photo)).toMatchObject({ ok: true });
  await uploadPhotos(device, jobId);
}

async function expectAllSent(phone: NodeDevice) {
  await drain(phone.device);
  expect(await countWaiting(phone)).toBe(0);
  expect((await readOutbox(phone.device)).blockedKeys).toEqual([]);
}

const signInByPin = ({ device }: NodeDevice) => signIn(device, { email, pin });

describe("a copied profile", () => {
  it("is opened by the right PIN only, and the unsent work of both arrives: the office and the engineer are told", async () => {
    await gainAccess(original);
    await takePhoto(original, 11);
    copy = await openPhone(await copyDisk(disk));
    expect(await unlock(copy.device, { pin: "739104" })).toMatchObject({ refusal: "wrong" });
    expect(await unlock(copy.device, { pin })).toMatchObject({ ok: true });
    // Each goes on by itself, so both give the same number to another message.
    await takePhoto(original, 12);
    await takePhoto(copy, 13);
    await expectAllSent(original);
    await expectAllSent(copy);
    expect(await countReceivedImages()).toBe(3);
    const { job } = await server.call(readJob, { params: { jobId } });
    expect(job.status).toBe("AccessGained");
    expect(await listAlarmKinds()).toEqual(["device-copied"]);
    for (const phone of [original, copy])
      expect(await readNotices(phone)).toContain("device-copied");
  });

  it("that polls at the same moments ends the sign-in of both, and what they recorded is sent after the PIN", async () => {
    await gainAccess(original);
    copy = await openPhone(await copyDisk(disk));
    expect(await unlock(copy.device, { pin })).toMatchObject({ ok: true });
    // The access token ends for both at once, and both exchange the same refresh token within seconds.
    passMinutes(16);
    for (const phone of [original, copy])
      expect(await refreshJobs(phone.device)).toMatchObject({ ok: true });
    expect(await listAlarmKinds()).toEqual([]);
    passMinutes(16);
    expect(await refreshJobs(original.device)).toMatchObject({ ok: true });
    await takePhoto(original, 21);
    await takePhoto(copy, 22);
    expect(await refreshJobs(copy.device)).toMatchObject({ ok: false });
    expect(await listAlarmKinds()).toEqual(["refresh-token-reused"]);
    passMinutes(16);
    await drain(copy.device);
    await drain(original.device);
    expect(await countReceivedImages()).toBe(0);
    for (const phone of [original, copy]) {
      expect(await signInByPin(phone)).toMatchObject({ ok: true });
      await expectAllSent(phone);
    }
    expect(await countReceivedImages()).toBe(2);
    expect(await readNotices(original)).toContain("refresh-token-reused");
  });
});

describe("a backup that is restored on another phone", () => {
  it("has no key: it signs in with the PIN, which the office reads, and the first phone has to as well", async () => {
    await gainAccess(original);
    await takePhoto(original, 31);
    copy = await openPhone(restoreBackup(disk));
    expect(copy.start).toBe("restored");
    expect(await refreshJobs(copy.device)).toMatchObject({ ok: false });
    expect(await signInByPin(copy)).toMatchObject({ ok: true });
    await takePhoto(copy, 32);
    await expectAllSent(copy);
    // The key of the first phone is no longer that of the device, which its next refresh shows.
    passMinutes(16);
    await takePhoto(original, 33);
    await drain(original.device);
    expect(await countWaiting(original)).toBeGreaterThan(0);
    expect(await listAlarmKinds()).toContain("signature-mismatch");
    expect(await signInByPin(original)).toMatchObject({ ok: true });
    await expectAllSent(original);
    expect(await countReceivedImages()).toBe(3);
    expect(await readNotices(original)).toEqual(
      expect.arrayContaining(["signature-mismatch", "device-key-replaced"]),
    );
  });
});
