import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DataRow, sync } from "@fieldfare/contract";
import { addNote } from "../actions/notes.ts";
import { addPhoto } from "../actions/images.ts";
import { advanceJob } from "../actions/job-life.ts";
import { addContact } from "../actions/contacts.ts";
import { drain } from "../outbox/sender.ts";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import {
  readAppliances,
  readImages,
  readJobCards,
  readJobParts,
  readNotes,
  readNotices,
  readRemoval,
  readSelectedJob,
  readTenants,
} from "../reading/jobs.ts";
import { exportBlocked, readOutbox } from "../reading/outbox.ts";
import { readOutboxSummary } from "../reading/outbox-summary.ts";
import { readDraftPhotos, readWork } from "../reading/work.ts";
import { readContacts } from "../reading/contacts.ts";
import { runSync } from "../reference-data/run-sync.ts";
import { dumpDisk } from "../testing/dump-disk.ts";
import { anAppliance, aTenant } from "../testing/work-builders.ts";
import { blockOrderingKey } from "../outbox/claims.ts";
import { refreshJobs } from "../polling/jobs.ts";
import { aServerJob } from "../testing/server-job.ts";
import {
  createDisk,
  type NodeDevice,
  openNodeDevice,
  wipeDatabase,
} from "../testing/node-device.ts";
import {
  aFakeServer,
  aToken,
  json,
  owner as samId,
  ownerEmail as samEmail,
  readBodyText,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { install } from "./install.ts";
import { readOwner, requiresPin } from "./session.ts";
import { signInToDevice, signOut } from "./sign-in.ts";

const alexId = "0190a000-0000-7000-8000-000000000002";
const alexEmail = "alex.morgan@fieldfare.example";
const alexAppointment = "0190a000-0000-7000-8000-0000000000ac";
const sharedJobId = aJobId(1);
const pin = "280451";
const property = aServerJob({ jobId: sharedJobId }).property;

let now: Date;
let fakeServer: ReturnType<typeof aFakeServer>;
let disk: ReturnType<typeof createDisk>;
let phone: NodeDevice;
/** The device id of each request, by the email that was asked for. */
let devices: Map<string, Set<string>>;

/** Both engineers have the same PIN: their name and their device tell them apart. */
beforeEach(async () => {
  now = new Date("2026-03-02T12:00:00.000Z");
  fakeServer = aFakeServer();
  fakeServer.password = pin;
  devices = new Map();
  disk = createDisk();
  let tokenOwner = { id: samId, email: samEmail };
  fakeServer.answer = (path, init) => {
    const deviceId = new Headers(init.headers).get("X-Device-Id");
    if (path.endsWith("/auth/token")) {
      const { email } = JSON.parse(readBodyText(init)) as { email: string };
      tokenOwner = email === samEmail ? { id: samId, email } : { id: alexId, email };
      fakeServer.token = aToken(1, { ...tokenOwner, name: email, fieldOperativeId: tokenOwner.id });
      return undefined;
    }
    if (deviceId)
      devices.set(tokenOwner.email, (devices.get(tokenOwner.email) ?? new Set()).add(deviceId));
    if (path.endsWith("/installation/check")) return json({ outcome: "ok" });
    if (path.endsWith("/installation/register")) {
      const { deviceId } = JSON.parse(readBodyText(init)) as { deviceId: string };
      return json({ deviceState: 4, deviceId });
    }
    if (path === "/api/installation") return json({ deviceState: deviceId ? 4 : 1, deviceId });
    return undefined;
  };
  phone = await openNodeDevice({ disk, fetch: fakeServer.fetch, now: () => now });
});
afterEach(() => phone.kill());

async function signIn(email: string, { isFirst = false } = {}) {
  const secret = isFirst ? { password: pin } : { pin };
  const signed = await signInToDevice(phone.device, { email, ...secret });
  expect(signed).toMatchObject({ ok: true });
  return signed;
}

async function installFor(email: string) {
  await signIn(email, { isFirst: true });
  const installed = await install(phone.device, {
    pin,
    signature: "data:image/png;base64,iVBORw0KGgo=",
    browserWarningAcknowledged: true,
    notificationPerm: "granted",
    cameraPerm: "granted",
    locationPerm: "granted",
    iconInstall: "accepted",
  });
  expect(installed).toMatchObject({ ok: true });
}

/**
 * Sam works without a network: a note, a contact, a photo and a draft that nobody has received yet.
 */
async function recordSamsWork() {
  const { device } = phone;
  await installFor(samEmail);
  fakeServer.jobs = [aServerJob({ jobId: sharedJobId }), aServerJob({ jobId: aJobId(2) })];
  await refreshJobs(device);
  fakeServer.isOnline = false;
  for (const status of ["New", "Travelling", "OnSite"] as const)
    expect(await advanceJob(device, sharedJobId, status)).toMatchObject({ ok: true });
  expect(
    await addNote(device, sharedJobId, { isPublic: true, description: "Sam's own words" }),
  ).toMatchObject({ ok: true });
  const contact = await addContact(device, sharedJobId, {
    fullName: "Sam's Contact",
    contactType: 1,
    emailAddress: "",
    contactMethodType: 0,
    mobile: "",
    home: "",
    alt: "",
    isPrimaryTenant: false,
  });
  expect(contact).toMatchObject({ ok: true });
  await addPhoto(device, { jobId: sharedJobId, purpose: "job", file: new Blob(["Sam's picture"]) });
  await saveDraft(device, sharedJobId, "close", { text: "Sam's draft" });
  const { messageQueue } = device.database;
  const first = await messageQueue.orderBy("id").first();
  if (first) await blockOrderingKey(device, first, "invalid", "Sam's refusal");
  return messageQueue.count();
}

async function readEverything() {
  const { device } = phone;
  return {
    cards: await readJobCards(device),
    selected: await readSelectedJob(device),
    work: await readWork(device, sharedJobId),
    notes: await readNotes(device, sharedJobId),
    parts: await readJobParts(device, sharedJobId),
    notices: await readNotices(device, sharedJobId),
    removal: await readRemoval(device, sharedJobId),
    tenants: await readTenants(device, property.propertyId),
    appliances: await readAppliances(device, property.propertyId),
    images: await readImages(device, sharedJobId),
    drafts: await readDraftPhotos(device, sharedJobId, "job"),
    draft: await readDraft(device, sharedJobId, "close"),
    outbox: await readOutbox(device),
    summary: await readOutboxSummary(device),
    parked: JSON.parse(await (await exportBlocked(device)).text()) as unknown,
  };
}

function aContact(lastName: string, isFavourite: boolean): DataRow<"Contacts"> {
  return {
    contactId: `0190a000-0000-7000-8000-0000000000${lastName === "Adams" ? "c1" : "c2"}`,
    firstName: "Ann",
    lastName,
    jobTitle: null,
    mobilePhone: null,
    email: null,
    isFavourite,
    modifiedOn: "2026-01-05T09:00:00.000Z",
  };
}

describe("A second engineer on the same phone", () => {
  it("must give a password until they have a PIN of their own here, and has a device id of their own", async () => {
    await installFor(samEmail);
    await signOut(phone.device);
    expect(await requiresPin(phone.device, samEmail)).toBe(true);
    expect(await requiresPin(phone.device, "")).toBe(true);
    expect(await requiresPin(phone.device, alexEmail)).toBe(false);
    await signIn(alexEmail, { isFirst: true });
    expect(await requiresPin(phone.device, alexEmail)).toBe(false);
    await signOut(phone.device);
    await installFor(alexEmail);
    expect(await requiresPin(phone.device, alexEmail)).toBe(true);
    await signOut(phone.device);
    expect(await signIn(samEmail)).toMatchObject({ value: { destination: "/" } });
    const [samsDevices, alexsDevices] = [devices.get(samEmail), devices.get(alexEmail)];
    expect(samsDevices?.size).toBe(1);
    expect(alexsDevices?.size).toBe(1);
    expect([...(samsDevices ?? [])]).not.toEqual([...(alexsDevices ?? [])]);
  });

  it("sees nothing of the first, also of a job that was reassigned and of a property that both visit", async () => {
    await recordSamsWork();
    await signOut(phone.device);
    fakeServer.isOnline = true;
    await installFor(alexEmail);
    fakeServer.jobs = [];
    const before = await readEverything();
    expect(JSON.stringify(before)).not.toContain("Sam's");
    expect(before).toMatchObject({ cards: [], summary: { state: "all-sent", waiting: 0 } });

    const alexsJob = aServerJob({
      jobId: sharedJobId,
      fieldOperativeAppointmentId: alexAppointment,
    });
    fakeServer.jobs = [alexsJob];
    expect(await refreshJobs(phone.device)).toMatchObject({ ok: true, value: { added: 1 } });
    const after = await readEverything();
    expect(after.cards).toHaveLength(1);
    expect(after.work?.job).toMatchObject({ status: "New" });
    expect(JSON.stringify(after)).not.toContain("Sam's");
  });

  it("works the same job under an ordering key of their own, and the first one's work waits for its owner", async () => {
    const waiting = await recordSamsWork();
    await signOut(phone.device);
    fakeServer.isOnline = true;
    await installFor(alexEmail);
    fakeServer.jobs = [
      aServerJob({ jobId: sharedJobId, fieldOperativeAppointmentId: alexAppointment }),
    ];
    await refreshJobs(phone.device);
    await advanceJob(phone.device, sharedJobId, "New");
    expect(await drain(phone.device)).toMatchObject({ kind: "empty", sent: 2 });
    const sent = fakeServer.received.slice(-2).map(({ order }) => order?.laneNumber);
    expect(sent).toEqual([1, 2]);
    await signOut(phone.device);
    const samsDatabase = await phone.device.engineers.open(samId);
    expect(await samsDatabase?.messageQueue.count()).toBe(waiting);

    await signIn(samEmail);
    const again = await readEverything();
    expect(again.work?.job).toMatchObject({ status: "AccessGained" });
    expect(again.notes.map((note) => note.description)).toEqual(["Sam's own words"]);
    expect(again.tenants.map((tenant) => tenant.fullName)).toEqual(["Sam's Contact"]);
    expect(again.images).toHaveLength(1);
    expect(again.draft).toEqual({ text: "Sam's draft" });
    expect(again.outbox.blockedKeys).toHaveLength(1);
    await phone.device.database.parkedLane.clear();
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: waiting });
    expect(await readJobCards(phone.device)).toHaveLength(2);
  });

  it("leaves the first one's work complete when the browser then loses its database", async () => {
    await recordSamsWork();
    await signOut(phone.device);
    fakeServer.isOnline = true;
    await installFor(alexEmail);
    phone.kill();
    wipeDatabase(disk);
    phone = await openNodeDevice({ disk, fetch: fakeServer.fetch, now: () => now });
    expect(phone.start).toBe("restored");
    await signIn(samEmail);
    const { work, notes } = await readEverything();
    expect(work?.job.status).toBe("AccessGained");
    expect(notes).toHaveLength(1);
  });

  it("who signs in without a network finds their own rows unchanged", async () => {
    await installFor(samEmail);
    await signOut(phone.device);
    await installFor(alexEmail);
    await signIn(alexEmail);
    fakeServer.jobs = [aServerJob({ jobId: aJobId(3) })];
    await refreshJobs(phone.device);
    await signOut(phone.device);
    await signIn(samEmail);
    expect(await readJobCards(phone.device)).toEqual([]);
    await signOut(phone.device);
    fakeServer.isOnline = false;
    await signIn(alexEmail);
    expect(await readJobCards(phone.device)).toHaveLength(1);
  });

  it("is refused on a full phone, and the first one signs in again and has everything", async () => {
    await recordSamsWork();
    await signOut(phone.device);
    fakeServer.isOnline = true;
    phone.kill();
    let isFull = false;
    phone = await openNodeDevice({
      disk,
      fetch: fakeServer.fetch,
      now: () => now,
      at(point, needsSpace) {
        if (point === "write" && needsSpace && isFull)
          throw new DOMException("The device is full", "QuotaExceededError");
      },
    });
    isFull = true;
    const alexSignIn = await signInToDevice(phone.device, { email: alexEmail, password: pin });
    expect(alexSignIn).toEqual({ ok: false, refusal: "storage-full" });
    isFull = false;
    await signIn(samEmail);
    expect((await readEverything()).notes).toHaveLength(1);
  });
});

describe("Both engineers of a phone have, without a network,", () => {
  /** Signs in with the password the first time, with the PIN later. */
  const switchTo = async (email: string, isFirst: boolean) => {
    await signOut(phone.device);
    if (isFirst) await installFor(email);
    await signIn(email);
  };

  it("the contacts and appliances of a job that both have", async () => {
    const tenant = aTenant({ propertyId: property.propertyId });
    const appliance = anAppliance({ propertyId: property.propertyId });
    const theirs = { ...property, tenants: [tenant], assets: [appliance] };
    for (const [email, appointment] of [
      [samEmail, {}],
      [alexEmail, { fieldOperativeAppointmentId: alexAppointment }],
    ] as const) {
      await switchTo(email, true);
      fakeServer.jobs = [aServerJob({ jobId: sharedJobId, property: theirs, ...appointment })];
      await refreshJobs(phone.device);
    }
    fakeServer.isOnline = false;
    for (const email of [samEmail, alexEmail, samEmail]) {
      await switchTo(email, false);
      const { tenants, appliances } = await readEverything();
      expect(tenants).toEqual([tenant]);
      expect(appliances).toEqual([appliance]);
    }
  });

  it("the company's contacts with their own favourites, and neither those of the other", async () => {
    const readNames = async () => {
      const list = await readContacts(phone.device);
      return list.entries.map(({ lastName, isFavourite }) => [lastName, isFavourite]);
    };
    const requested: unknown[] = [];
    const { answer } = fakeServer;
    fakeServer.answer = (path, init) => {
      if (path !== sync.path) return answer(path, init);
      const { data } = JSON.parse(readBodyText(init)) as {
        data: { type: string; date: unknown }[];
      };
      const { date } = data.find(({ type }) => type === "Contacts") ?? {};
      requested.push(date);
      const isSam = phone.device.database.ownerId === samId;
      const rows = [aContact("Adams", isSam), ...(isSam ? [] : [aContact("Baker", true)])];
      const set = { type: "Contacts", date: "1", isFull: true, rows, deletedIds: [] };
      const payload = date === null ? [set] : [];
      return json({ syncSizeInMb: 1, isSyncRequired: true, isPartial: false, payload });
    };
    const expected: Readonly<Record<string, (string | boolean)[][]>> = {
      [samEmail]: [["Adams", true]],
      [alexEmail]: [
        ["Adams", false],
        ["Baker", true],
      ],
    };
    for (const email of [samEmail, alexEmail]) {
      await switchTo(email, true);
      await runSync(phone.device, { requestedBy: "sign-in" });
      expect(await readNames()).toEqual(expected[email]);
    }
    fakeServer.isOnline = false;
    for (const email of [samEmail, alexEmail, samEmail]) {
      await switchTo(email, false);
      expect(await readNames()).toEqual(expected[email]);
      expect(await dumpDisk(disk)).not.toContain("Adams");
    }
    // Neither has to fetch them again.
    fakeServer.isOnline = true;
    for (const email of [alexEmail, samEmail]) {
      await switchTo(email, false);
      await runSync(phone.device, { requestedBy: "start" });
    }
    expect(requested).toEqual([null, null, "1", "1"]);
  });
});

describe("A page that is killed while the user changes", () => {
  it("leaves nobody signed in, and every row in the database of its engineer, at whatever step", async () => {
    const waiting = await recordSamsWork();
    fakeServer.isOnline = true;
    let isSwitched = false;
    for (let step = 1; !isSwitched; step += 1) {
      phone.kill();
      let steps = 0;
      let isSwitching = false;
      const died = Promise.withResolvers<"died">();
      phone = await openNodeDevice({
        disk,
        fetch: fakeServer.fetch,
        now: () => now,
        at(point, _needsSpace, kill) {
          if (!isSwitching || !["write", "committed", "journaled"].includes(point)) return;
          steps += 1;
          if (steps !== step) return;
          kill();
          died.resolve("died");
        },
      });
      isSwitching = true;
      const signing = signInToDevice(phone.device, { email: alexEmail, password: pin });
      signing.catch(() => undefined);
      const outcome = await Promise.race([signing, died.promise]);
      phone.kill();
      phone = await openNodeDevice({ disk, fetch: fakeServer.fetch, now: () => now });
      const { device } = phone;
      const sams = await device.engineers.open(samId);
      expect(await sams?.messageQueue.count()).toBe(waiting);
      const alexs = await device.engineers.open(alexId);
      expect(await alexs?.messageQueue.count()).toBe(0);
      expect(await alexs?.job.count()).toBe(0);
      const signedIn = await readOwner(device);
      isSwitched = outcome !== "died";
      expect(isSwitched ? [alexId] : [null, samId, alexId]).toContain(signedIn);
      const tokens = [await sams?.token.count(), await alexs?.token.count()];
      expect(tokens).toEqual([Number(signedIn === samId), Number(signedIn === alexId)]);
      await signIn(samEmail);
      expect(await readOwner(device)).toBe(samId);
    }
  }, 60_000);
});

describe("Two tabs", () => {
  it("of which one signs in a colleague: the other can record nothing under a wrong name, and follows", async () => {
    await installFor(samEmail);
    fakeServer.jobs = [aServerJob({ jobId: sharedJobId })];
    await refreshJobs(phone.device);
    const other = await openNodeDevice({ disk, fetch: fakeServer.fetch, now: () => now });
    await signIn(alexEmail, { isFirst: true });
    expect(await advanceJob(other.device, sharedJobId, "New")).toEqual({
      ok: false,
      refusal: "signed-out",
    });
    expect(await readJobCards(other.device)).toEqual([]);
    expect(other.device.engineer?.ownerId).toBe(samId);
    await drain(other.device);
    expect(other.device.engineer?.ownerId).toBe(alexId);
    const alexs = await phone.device.engineers.open(alexId);
    expect(await alexs?.job.count()).toBe(0);
    other.kill();
  });

  it("of which one signs in a colleague: every tab hears that the first is signed out before the token is gone", async () => {
    await installFor(samEmail);
    const sams = await phone.device.engineers.open(samId);
    const heard: Promise<number>[] = [];
    phone.device.events.on((event) => {
      if (event.kind === "signed-out" && sams && event.ownerId === samId)
        heard.push(sams.token.count());
    });
    await signIn(alexEmail, { isFirst: true });
    expect(await Promise.all(heard)).toEqual([1]);
  });
});
