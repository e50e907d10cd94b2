import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  changePin,
  getCommands,
  getJobs,
  getMileage,
  sendingToken,
  sync,
} from "@fieldfare/contract";
import { addNote } from "../actions/notes.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { awaitRequest, openNativeDatabase } from "../database/native-database.ts";
import { decodeEntries } from "../database/journal-format.ts";
import { SealedRowError } from "../database/seal-codec.ts";
import { drain } from "../outbox/sender.ts";
import { refreshJobs } from "../polling/jobs.ts";
import { refreshMileage } from "../polling/mileage.ts";
import { poll, runMaintenance } from "../polling/poll.ts";
import { runSync } from "../reference-data/run-sync.ts";
import { readUnsent } from "../rescue/unsent.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  json,
  owner,
  ownerEmail,
} from "../testing/fake-server.ts";
import {
  type Disk,
  type NodeDevice,
  type NodeDeviceOptions,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import { aJobId, queueStatuses, readQueued } from "../testing/queueing.ts";
import { aNote, anAppliance, aTenant } from "../testing/work-builders.ts";
import { aServerJob } from "../testing/server-job.ts";
import type { Authenticator } from "./authenticator.ts";
import { enrolAuthenticator } from "./enrol-authenticator.ts";
import { changeForgottenPin } from "./forgotten-pin.ts";
import { signInToDevice, signOut } from "./sign-in.ts";
import { readUnlockOptions, unlock } from "./unlock.ts";

const pin = "280451";
const newPin = "917364";
const [closedId, openId] = [aJobId(7), aJobId(8)];
const at = "2026-03-02T12:00:00.000Z";

let fakeServer: FakeServer;
let phone: NodeDevice;
let disk: Disk;
beforeEach(async () => {
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  const signedIn = await aSignedInPhone(fakeServer);
  phone = signedIn;
  disk = signedIn.disk;
  await record(phone);
});
afterEach(() => phone.kill());

/** A job that has ended, and one with a note in a visit that has not. */
async function record({ device }: NodeDevice): Promise<void> {
  await device.database.job.bulkPut([
    aJobRow({ jobId: closedId, status: "Closed" }),
    aJobRow({ jobId: openId, status: "AccessGained", isSelected: true }),
  ]);
  await device.database.lastSeen.put({ name: "secret", value: "Rosa Quill", seenOn: at });
  await addNote(device, openId, { description: "Flue joints checked", isPublic: true });
  await saveDraft(device, openId, "hold", { reason: "Half typed" });
}

const signIn = (entered = pin) => signInToDevice(phone.device, { email: ownerEmail, pin: entered });

const open = (options: Partial<NodeDeviceOptions> = {}) =>
  openNodeDevice({ disk, fetch: fakeServer.fetch, ...options });

/** Ends the app, and starts it as somebody does who holds the phone. */
async function startLocked(): Promise<void> {
  phone.kill();
  disk.heldKeys.clear();
  phone = await open();
}

const isLocked = () => phone.device.database.sealing?.isLocked;

const readClosed = () => phone.device.database.job.get(closedId);

/** Every raw key in the database and the journal of the engineer, by name. */
async function readStoredKeys(): Promise<readonly string[]> {
  const native = await openNativeDatabase(disk.indexedDB, `fieldfare-${owner}`);
  if (!native) throw new Error("There is no database");
  const rows = await awaitRequest<{ name: string }[]>(
    native.transaction("sealKey").objectStore("sealKey").getAll(),
  );
  native.close();
  const entries = decodeEntries(disk.journals.get(owner)?.entries ?? new Uint8Array());
  const journaled = entries.flatMap(({ puts }) =>
    puts.filter(({ table }) => table === "sealKey").map(({ row }) => row as { name: string }),
  );
  return [...new Set([...rows, ...journaled].map(({ name }) => name))].toSorted();
}

describe("After a sign-in with the PIN", () => {
  it("neither the database nor the journal has the data key as it is", async () => {
    expect(await readStoredKeys()).toEqual(["check", "data", "send"]);
    await signIn();
    expect(await readStoredKeys()).toEqual(["check", "send"]);
  });

  it("or with the password alone, neither has it either, and the password opens what is stored", async () => {
    fakeServer.password = "Fieldfare-1";
    const byPassword = { email: ownerEmail, password: "Fieldfare-1" };
    expect(await signInToDevice(phone.device, byPassword)).toMatchObject({ ok: true });
    expect(await readStoredKeys()).toEqual(["check", "send"]);
    await startLocked();
    expect(isLocked()).toBe(true);
    expect(await unlock(phone.device, { password: "Fieldfare-1" })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
    expect(await readStoredKeys()).toEqual(["check", "send"]);
  });

  it("the data key stays where the operator wants no lock, and no start asks for the PIN", async () => {
    phone.device.ports.storeClientSettings({
      ...phone.device.ports.clientSettings(),
      lockAfterMinutes: null,
    });
    await signIn();
    expect(await readStoredKeys()).toEqual(["check", "data", "send"]);
    await startLocked();
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("a reload of the tab reads everything, and another start nothing", async () => {
    await signIn();
    phone.kill();
    phone = await open();
    expect(await readClosed()).toMatchObject({ status: "Closed" });
    await startLocked();
    expect(isLocked()).toBe(true);
    await expect(readClosed()).rejects.toThrow(SealedRowError);
  });

  it("a sign-out leaves the key in no store", async () => {
    await signIn();
    await signOut(phone.device);
    expect(disk.heldKeys.size).toBe(0);
  });

  it("loses nothing at whatever step it is killed", async () => {
    let isSignedIn = false;
    for (let step = 1; !isSignedIn; step += 1) {
      const signedIn = await aSignedInPhone(fakeServer);
      phone.kill();
      ({ disk } = signedIn);
      await record(signedIn);
      signedIn.kill();
      const died = Promise.withResolvers<"died">();
      let steps = Number.NEGATIVE_INFINITY;
      phone = await open({
        at(_point, _needsSpace, kill) {
          steps += 1;
          if (steps !== step) return;
          kill();
          died.resolve("died");
        },
      });
      steps = 0;
      const outcome = await Promise.race([signIn(), died.promise]);
      isSignedIn = outcome !== "died";
      await startLocked();
      if (isLocked()) await unlock(phone.device, { pin });
      expect(await readClosed()).toMatchObject({ status: "Closed" });
    }
  }, 120_000);
});

describe("Before the PIN", () => {
  beforeEach(async () => {
    await signIn();
    await queueStatuses(phone.device, [1, 1]);
    await startLocked();
  });

  it("what waits is sent", async () => {
    const waiting = (await readQueued(phone.device)).length;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: waiting });
    expect(isLocked()).toBe(true);
  });

  it("a poll fetches and acknowledges nothing, and the first one after it brings the job", async () => {
    fakeServer.jobs = [aServerJob({ jobId: aJobId(3) })];
    await poll(phone.device);
    expect(fakeServer.requestedPaths).not.toContain(getJobs.path);
    expect(fakeServer.requestedPaths).not.toContain(getCommands.path);
    await unlock(phone.device, { pin });
    await poll(phone.device);
    expect(await phone.device.database.job.get(aJobId(3))).toBeDefined();
  });

  it("the mileage is not fetched, since nothing can be compared with it, and is fetched after it", async () => {
    await unlock(phone.device, { pin });
    const { token } = phone.device.database;
    const row = await token.get(1);
    if (row) await token.put({ ...row, claims: { ...row.claims, recordsMileage: true } });
    fakeServer.answer = (path) => (path === getMileage.path ? json([]) : undefined);
    await startLocked();
    expect(await refreshMileage(phone.device)).toMatchObject({ ok: true });
    expect(fakeServer.requestedPaths).not.toContain(getMileage.path);
    await unlock(phone.device, { pin });
    expect(await refreshMileage(phone.device)).toMatchObject({ ok: true });
    expect(fakeServer.requestedPaths).toContain(getMileage.path);
  });

  it("no contact is fetched, since no key could seal it", async () => {
    const { synchronisedData } = phone.device.shared;
    expect(await runSync(phone.device, { requestedBy: "start" })).toMatchObject({
      code: "not-required",
    });
    expect(fakeServer.requestedPaths).not.toContain(sync.path);
    expect(await synchronisedData.get("Contacts")).toBeUndefined();
  });

  it("the phone is tidied as far as that needs no key", async () => {
    await runMaintenance(phone.device);
    expect(await readStoredKeys()).toEqual(["check", "send"]);
    await unlock(phone.device, { pin });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("a wrong PIN opens nothing, and the right one everything", async () => {
    expect(await unlock(phone.device, { pin: "000000" })).toEqual({ ok: false, refusal: "wrong" });
    expect(isLocked()).toBe(true);
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("what is written is sealed with the key of what is sent, and with the other one later", async () => {
    const { database } = phone.device;
    await database.lastSeen.put({ name: "while locked", value: "Rosa Quill", seenOn: at });
    expect(await database.lastSeen.get("while locked")).toMatchObject({ value: "Rosa Quill" });
    await unlock(phone.device, { pin });
    await runMaintenance(phone.device);
    await startLocked();
    await expect(phone.device.database.lastSeen.get("while locked")).rejects.toThrow(
      SealedRowError,
    );
  });

  it("what the database has lost comes back from the journal, and the PIN opens it", async () => {
    phone.kill();
    wipeDatabase(disk);
    phone = await open();
    expect(phone.start).toBe("restored");
    expect(isLocked()).toBe(true);
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
    expect(await phone.device.database.engineeringNote.count()).toBe(1);
  });

  it("what the database has lost of its keys comes back from the journal, and what waits is sent", async () => {
    const waiting = (await readQueued(phone.device)).length;
    for (const lost of [["send"], ["send", "check", "escrow"]]) {
      phone.kill();
      const native = await openNativeDatabase(disk.indexedDB, `fieldfare-${owner}`);
      if (!native) throw new Error("There is no database");
      const keys = native.transaction("sealKey", "readwrite").objectStore("sealKey");
      for (const name of lost) await awaitRequest(keys.delete(name));
      native.close();
      phone = await open();
      expect(isLocked()).toBe(true);
      expect((await readQueued(phone.device)).length).toBe(waiting);
    }
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: waiting });
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("another tab that is open gives the key to one that starts", async () => {
    const other = await open();
    expect(await unlock(other.device, { pin })).toMatchObject({ ok: true });
    const told = other.events.find(({ kind }) => kind === "app-unlocked");
    other.kill();
    if (told?.kind !== "app-unlocked" || !told.dataKey) throw new Error("No key was given");
    expect(phone.device.database.sealing?.unlock(new Uint8Array(told.dataKey))).toBe(true);
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("a rescue file has what is unsent and the visit that has not ended", async () => {
    const waiting = (await readQueued(phone.device)).length;
    expect(await readUnsent(phone.device)).toEqual({
      jobs: 1,
      messages: waiting,
      images: 0,
      drafts: 1,
    });
  });

  it("a wipe hands over the visit that has not ended", async () => {
    fakeServer.answer = (path) => {
      const wipe = { wipeId: "0190a000-0000-7000-8000-0000000000f1", withoutSending: false };
      if (path === "/api/installation/wipe") return json({ wipe });
      if (path === "/api/installation/wipe/confirm") return json({ status: "ok" });
      return undefined;
    };
    const { wipeDevices } = await import("../polling/wipe.ts");
    await wipeDevices(phone.device, [owner]);
    expect(fakeServer.received.at(-1)).toMatchObject({
      jobId: openId,
      payload: { job: { notes: [{ description: "Flue joints checked" }] } },
    });
    phone = await open();
  });
});

describe("A fingerprint", () => {
  /** Signs nothing, since no signature is checked here: only what it derives counts. */
  const enrol = (authenticator: Partial<Authenticator>) =>
    enrolAuthenticator(phone.device, pin, {
      origin: "https://app.test",
      host: "app.test",
      create: () => Promise.resolve(null),
      sign: () => Promise.resolve(null),
      ...authenticator,
    });
  const credential = {
    credentialId: new ArrayBuffer(8),
    publicKey: new ArrayBuffer(8),
    algorithm: -7,
  };

  it("is offered at a start if it derives a secret, under which the data key is stored", async () => {
    await signIn();
    const derived = new Uint8Array(32).fill(7).buffer;
    await enrol({ create: () => Promise.resolve({ ...credential, hasPrf: true, derived }) });
    const row = await phone.device.shared.login.get(ownerEmail);
    expect(row?.authenticator?.dataKey?.sealed.byteLength).toBe(48);
    await startLocked();
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: true });
  });

  it("is not offered before the PIN if it derives none", async () => {
    await signIn();
    await enrol({ create: () => Promise.resolve({ ...credential, hasPrf: false }) });
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: true });
    await startLocked();
    expect(await readUnlockOptions(phone.device)).toMatchObject({ hasAuthenticator: false });
  });
});

describe("A data key that nothing opens any more", () => {
  beforeEach(async () => {
    await signIn();
    await queueStatuses(phone.device, [1]);
    await startLocked();
  });

  it("after a PIN that was changed elsewhere: nothing unsent is lost, and the jobs are fetched again", async () => {
    const queued = await readQueued(phone.device);
    fakeServer.password = newPin;
    fakeServer.jobs = [aServerJob({ jobId: aJobId(3) })];
    expect(await signIn(newPin)).toMatchObject({ ok: true });
    expect(phone.events).toContainEqual({ kind: "data-key-lost", ownerId: owner });
    const { database } = phone.device;
    expect(await readQueued(phone.device)).toEqual(queued);
    expect(await readClosed()).toBeUndefined();
    expect(await database.job.get(openId)).toMatchObject({ status: "AccessGained" });
    expect(await database.engineeringNote.toArray()).toMatchObject([
      { description: "Flue joints checked" },
    ]);
    expect(await database.draft.get([openId, "hold"])).toMatchObject({
      values: { reason: "Half typed" },
    });
    await refreshJobs(phone.device);
    expect(fakeServer.lastQuery).toEqual({ recovery: "true" });
    expect(await database.job.get(aJobId(3))).toBeDefined();
    await startLocked();
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
    expect(await phone.device.database.job.get(aJobId(3))).toBeDefined();
  });

  it("has the contacts fetched again, which the lost key had sealed", async () => {
    const { shared } = phone.device;
    await shared.synchronisedData.put({ type: "Contacts", date: "1", rows: 1, ownerId: owner });
    await shared.table("contact").put({ firstId: "c1", text: "sealed:", rows: 1 });
    fakeServer.password = newPin;
    await signIn(newPin);
    expect(await shared.synchronisedData.get("Contacts")).toBeUndefined();
    expect(await shared.table("contact").count()).toBe(0);
  });

  it("brings back what the office gave with the visit under way, and leaves what was recorded in it", async () => {
    await unlock(phone.device, { pin });
    const { database } = phone.device;
    const row = await database.job.get(openId);
    if (!row) throw new Error("No job");
    const { propertyId } = row.property;
    const tenant = aTenant({ propertyId });
    const appliance = anAppliance({ propertyId });
    const note = aNote({ jobId: openId });
    // They came before the visit began.
    const { isWorkedOn: _begun, ...waiting } = row;
    await database.job.put({ ...waiting, status: "New" });
    await database.propertyTenant.put(tenant);
    await database.propertyAppliance.put(appliance);
    await database.job.put(row);
    await startLocked();
    fakeServer.password = newPin;
    const server = aServerJob({ jobId: openId, notes: [note] });
    const { fieldOperativeAppointmentId } = row;
    const property = { ...server.property, propertyId, tenants: [tenant], assets: [appliance] };
    fakeServer.jobs = [{ ...server, fieldOperativeAppointmentId, property }];
    await signIn(newPin);
    const opened = phone.device.database;
    expect(await opened.propertyTenant.count()).toBe(0);
    expect(await opened.propertyAppliance.count()).toBe(0);
    await refreshJobs(phone.device);
    expect(await opened.propertyTenant.toArray()).toEqual([tenant]);
    expect(await opened.propertyAppliance.toArray()).toEqual([appliance]);
    const notes = await opened.engineeringNote.toArray();
    expect(notes.map(({ description }) => description).toSorted()).toEqual(
      ["Flue joints checked", note.description].toSorted(),
    );
    expect(await opened.job.get(openId)).toMatchObject({ status: "AccessGained" });
  });

  it("leaves no image of a job that it deleted, once the server has it and the jobs are here again", async () => {
    const { database } = phone.device;
    const image = {
      fieldOperativeAppointmentId: closedId,
      entityId: closedId,
      purpose: "job",
      sha256: "",
      width: 1,
      height: 1,
      takenOn: at,
      latitude: null,
      longitude: null,
    } as const;
    await database.image.bulkPut([
      { ...image, imageId: aJobId(21), jobId: closedId, state: "sent" },
      { ...image, imageId: aJobId(22), jobId: closedId, state: "queued" },
      { ...image, imageId: aJobId(23), jobId: openId, state: "sent" },
    ]);
    await database.imageBytes.put({ imageId: aJobId(21), bytes: new ArrayBuffer(4) });
    const imageIds = () => database.image.toCollection().primaryKeys();
    fakeServer.password = newPin;
    await signIn(newPin);
    await runMaintenance(phone.device);
    expect(await imageIds()).toHaveLength(3);
    await refreshJobs(phone.device);
    await runMaintenance(phone.device);
    expect(await imageIds()).toEqual([aJobId(22), aJobId(23)]);
    expect(await database.imageBytes.count()).toBe(0);
  });

  it("is told without a network, and everything stays as it is", async () => {
    await phone.device.database.sealKey.update("check", { key: new ArrayBuffer(32) });
    await startLocked();
    fakeServer.isOnline = false;
    const queued = await readQueued(phone.device);
    expect(await unlock(phone.device, { pin })).toEqual({ ok: false, refusal: "data-key-lost" });
    expect(await readQueued(phone.device)).toEqual(queued);
  });

  it("a forgotten PIN while the app is only locked keeps everything", async () => {
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    fakeServer.answer = (path) =>
      path === changePin.path
        ? ((fakeServer.password = newPin), json({ status: "ok" }))
        : undefined;
    const answers = { email: ownerEmail, pin: newPin, again: newPin };
    const changed = await changeForgottenPin(phone.device, {
      ...answers,
      proof: { password: "Fieldfare-1" },
    });
    expect(changed).toMatchObject({ ok: true });
    await startLocked();
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });

  it("a new PIN whose sign-in got no answer opens everything at the lock, once there is a network", async () => {
    fakeServer.answer = (path) => {
      if (path === changePin.path) {
        fakeServer.password = newPin;
        return json({ status: "ok" });
      }
      return path === "/api/auth/token" ? Promise.reject(new TypeError("No answer")) : undefined;
    };
    const answers = { email: ownerEmail, pin: newPin, again: newPin };
    const proof = { password: "Fieldfare-1" };
    expect(await changeForgottenPin(phone.device, { ...answers, proof })).toEqual({
      ok: true,
      value: null,
    });
    await startLocked();
    expect(await unlock(phone.device, { pin: newPin })).toEqual({
      ok: false,
      refusal: "not-stored",
    });
    fakeServer.answer = () => undefined;
    expect(await unlock(phone.device, { pin })).toEqual({ ok: false, refusal: "wrong" });
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
    expect(isLocked()).toBe(false);
    fakeServer.isOnline = false;
    await startLocked();
    expect(await unlock(phone.device, { pin: newPin })).toMatchObject({ ok: true });
  });

  it("a sign-in with the password waits for the PIN, which still opens everything", async () => {
    fakeServer.password = "Fieldfare-1";
    const byPassword = { email: ownerEmail, password: "Fieldfare-1" };
    expect(await signInToDevice(phone.device, byPassword)).toMatchObject({ ok: true });
    expect(isLocked()).toBe(true);
    expect(await unlock(phone.device, { pin })).toMatchObject({ ok: true });
    expect(await readClosed()).toMatchObject({ status: "Closed" });
  });
});

it("The PIN with which an engineer signs in to send on a locked device opens what is stored", async () => {
  await queueStatuses(phone.device, [1]);
  await startLocked();
  fakeServer.answer = (path) => {
    if (path === sendingToken.path)
      return json({ token: fakeServer.token, expiresOn: "2026-03-02T12:15:00.000Z" });
    if (path !== "/api/auth/token") return undefined;
    const answer = json({});
    answer.headers.set("X-Device-Error", "locked");
    return answer;
  };
  expect(await signIn()).toMatchObject({ value: { destination: "/lock" } });
  expect(isLocked()).toBe(false);
  expect(await readClosed()).toMatchObject({ jobId: closedId });
});
