import { randomUUID } from "node:crypto";
import { createJob, makeResetCode } from "@fieldfare/contract/office";
import {
  changeForgottenPin,
  install,
  refreshClientSettings,
  refreshJobs,
  signIn,
  unlock,
} from "@fieldfare/device";
import {
  createDisk,
  type Disk,
  type NodeDevice,
  openNodeDevice,
  seededRandom,
} from "@fieldfare/device/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { account, fieldOperative } from "../../apps/server/src/database/schema.ts";
import { hashCredential } from "../../apps/server/src/database/secrets.ts";
import { aDraft } from "../../apps/server/src/testing/jobs.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/server.ts";
import { signature } from "./images.ts";
import { password } from "./world.ts";

/* An engineer who has forgotten the PIN of a phone that was started anew, with the real server. */

const [pin, newPin] = ["280451", "739104"];

let server: TestServer;
let phone: NodeDevice;
let disk: Disk;
let email: string;
let fieldOperativeId: string;
let jobId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  fieldOperativeId = randomUUID();
  const accountId = randomUUID();
  email = `${accountId.slice(0, 8)}@fieldfare.example`;
  const { orm } = server.database;
  await orm.insert(fieldOperative).values({ fieldOperativeId });
  await orm.insert(account).values({
    accountId,
    name: "Ann",
    email,
    passwordHash: await hashCredential(password),
    userType: 1,
    fieldOperativeId,
  });
  disk = createDisk();
  await start();
  await refreshClientSettings(phone.device);
  await signIn(phone.device, { email, password });
  await install(phone.device, {
    pin,
    signature,
    browserWarningAcknowledged: true,
    notificationPerm: "granted",
    cameraPerm: "granted",
    locationPerm: "denied",
    iconInstall: "manual",
  });
  ({ jobId } = await server.call(createJob, { body: aDraft({ fieldOperativeId }) }));
  await refreshJobs(phone.device);
  await signIn(phone.device, { email, pin });
  phone.kill();
  disk.heldKeys.clear();
  await start();
});
afterEach(() => phone.kill());

async function start(): Promise<void> {
  phone = await openNodeDevice({ disk, baseUrl: server.origin, random: seededRandom(1), fetch });
}

const readJob = () => phone.device.database.job.get(jobId);

async function readActions() {
  const { rows } = await server.database.pool.query<{ action: string }>(
    "select action from audit_entry where field_operative_id = $1 order by sequence",
    [fieldOperativeId],
  );
  return rows.map(({ action }) => action);
}

it("reads the jobs of the phone again after a code of the office, and from then on without a network", async () => {
  await expect(readJob()).rejects.toThrow(/sealed/);
  const { code } = await server.call(makeResetCode, { params: { fieldOperativeId } });
  const answers = { email, pin: newPin, again: newPin };
  expect(await changeForgottenPin(phone.device, { ...answers, proof: { code } })).toMatchObject({
    ok: true,
    value: { destination: "/" },
  });
  expect(await readJob()).toMatchObject({ jobId });
  expect(phone.events.map(({ kind }) => kind)).not.toContain("data-key-lost");
  expect(await readActions()).toEqual(expect.arrayContaining(["pin-changed", "data-key-opened"]));
  phone.kill();
  disk.heldKeys.clear();
  await start();
  expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
  expect(await readJob()).toMatchObject({ jobId });
});

it("reads them again after a sign-in with the password too", async () => {
  expect(await signIn(phone.device, { email, password })).toMatchObject({
    value: { destination: "/" },
  });
  expect(await readJob()).toMatchObject({ jobId });
  expect(await readActions()).toContain("data-key-opened");
});
