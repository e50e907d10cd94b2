import { createJob, listDevices, readJob, requestRemoval } from "@fieldfare/contract/office";
import { advanceJob, drain, install, poll, recover, refreshJobs, signIn } from "@fieldfare/device";
import {
  createDisk,
  type Disk,
  type NodeDevice,
  openNodeDevice,
  seededRandom,
  wipeDatabase,
} from "@fieldfare/device/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { account, fieldOperative } from "../../apps/server/src/database/schema.ts";
import { hashCredential } from "../../apps/server/src/database/secrets.ts";
import { aDraft } from "../../apps/server/src/testing/jobs.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";
import { signature } from "./images.ts";
import { password } from "./world.ts";
import { randomUUID } from "node:crypto";

/* Two phones of one engineer, with the real server. Neither is the other, and neither misses anything. */

const email = "ann.two.phones@fieldfare.example";
const [firstPin, secondPin] = ["280451", "739104"];
const fieldOperativeId = randomUUID();

let server: TestServer;
let first: NodeDevice;
let second: NodeDevice;
const disks: Disk[] = [];

beforeAll(async () => {
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
  first = await openPhone(1);
  second = await openPhone(2);
});
afterAll(async () => {
  first.kill();
  second.kill();
  await server.stop();
});

async function openPhone(number: number, disk = createDisk()): Promise<NodeDevice> {
  disks[number] = disk;
  return openNodeDevice({ disk, baseUrl: server.origin, random: seededRandom(number), fetch });
}

const readDeviceId = async ({ device }: NodeDevice) =>
  (await device.database.setting.get(1))?.deviceId ?? null;

const signInWith = (phone: NodeDevice, pin: string) => signIn(phone.device, { email, pin });

async function raiseJob() {
  const { jobId } = await server.call(createJob, { body: aDraft({ fieldOperativeId }) });
  return jobId;
}

async function jobIdsOf({ device }: NodeDevice) {
  return (await device.database.job.toArray()).map(({ jobId }) => jobId);
}

it("the first phone is installed with the wizard, the second with its own half, as another device", async () => {
  expect(await signIn(first.device, { email, password })).toMatchObject({
    value: { destination: "/install" },
  });
  expect(
    await install(first.device, {
      pin: firstPin,
      signature,
      browserWarningAcknowledged: true,
      notificationPerm: "granted",
      cameraPerm: "granted",
      locationPerm: "denied",
      iconInstall: "manual",
    }),
  ).toMatchObject({ ok: true });
  await raiseJob();
  expect(await refreshJobs(first.device)).toEqual({ ok: true, value: { added: 1 } });

  expect(await signIn(second.device, { email, password })).toMatchObject({
    value: { destination: "/install/self" },
  });
  // It has every open job at once, although the first phone has them.
  expect(await recover(second.device, { pin: secondPin })).toEqual({
    ok: true,
    value: { added: 1 },
  });
  expect(await readDeviceId(second)).not.toBe(await readDeviceId(first));
});

it("each signs in with its own PIN only, and goes on as itself", async () => {
  expect(await signInWith(first, secondPin)).toMatchObject({ refusal: "bad-credentials" });
  expect(await signInWith(second, firstPin)).toMatchObject({ refusal: "bad-credentials" });
  for (const [phone, pin] of [
    [first, firstPin],
    [second, secondPin],
  ] as const)
    expect(await signInWith(phone, pin)).toMatchObject({ value: { destination: "/" } });
  const keys = await Promise.all(
    [first, second].map(({ device }) => device.database.deviceKey.get(1)),
  );
  expect(keys[0]?.publicKey.x).not.toBe(keys[1]?.publicKey.x);
});

it("each gets every new job and every removal", async () => {
  const jobId = await raiseJob();
  for (const phone of [first, second]) {
    await refreshJobs(phone.device);
    await drain(phone.device);
  }
  for (const phone of [first, second]) expect(await jobIdsOf(phone)).toContain(jobId);
  await server.call(requestRemoval, { params: { jobId }, body: { force: true } });
  for (const phone of [first, second]) {
    await poll(phone.device);
    await drain(phone.device);
  }
  for (const phone of [first, second]) expect(await jobIdsOf(phone)).not.toContain(jobId);
});

it("a phone that fetches a job which the other one has begun changes nothing, and knows of it", async () => {
  const jobId = await raiseJob();
  await refreshJobs(first.device);
  for (const from of ["New", "Travelling", "OnSite"] as const)
    expect(await advanceJob(first.device, jobId, from)).toMatchObject({ ok: true });
  await drain(first.device);
  const before = (await server.call(readJob, { params: { jobId } })).job;
  expect(before.status).toBe("AccessGained");
  await refreshJobs(second.device);
  await drain(second.device);
  expect((await server.call(readJob, { params: { jobId } })).job).toEqual(before);
  expect(await second.device.database.job.get(jobId)).toMatchObject({
    status: "New",
    begunElsewhere: { status: "AccessGained", since: before.statusTimestamps.AccessGained },
  });
});

it("the office tells them apart, and locking one leaves the other as it is", async () => {
  const devices = async () =>
    (await server.call(listDevices)).filter((row) => row.fieldOperativeId === fieldOperativeId);
  const [lost, kept] = [await readDeviceId(first), await readDeviceId(second)];
  const listed = (await devices()).map(({ deviceId }) => deviceId);
  expect(listed).toHaveLength(2);
  expect(listed).toEqual(expect.arrayContaining([lost, kept]));
  expect((await devices()).map(({ unsentMessages }) => unsentMessages)).toEqual([0, 0]);
  await server.database.pool.query("update device set locked = true where device_id = $1", [lost]);
  expect(await signInWith(first, firstPin)).toMatchObject({ refusal: "device-locked" });
  expect(await signInWith(second, secondPin)).toMatchObject({ value: { destination: "/" } });
});

it("a phone whose database was wiped comes back as itself from its journal, with a new key", async () => {
  const deviceId = await readDeviceId(second);
  second.kill();
  const [, , disk] = disks;
  if (!disk) throw new Error("The phone has no disk");
  wipeDatabase(disk);
  second = await openPhone(2, disk);
  expect(second.start).toBe("restored");
  expect(await signInWith(second, secondPin)).toMatchObject({ value: { destination: "/" } });
  expect(await readDeviceId(second)).toBe(deviceId);
  const jobId = await raiseJob();
  await refreshJobs(second.device);
  expect(await jobIdsOf(second)).toContain(jobId);
  // The engineer reads on the phone that it was set up again.
  await poll(second.device);
  const alerts = await second.device.database.alert.toArray();
  expect(alerts.map((alert) => (alert.kind === "account" ? alert.notice : null))).toContain(
    "device-key-replaced",
  );
});
