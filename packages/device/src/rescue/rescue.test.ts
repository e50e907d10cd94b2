import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPhoto, uploadPhotos } from "../actions/images.ts";
import { advanceJob, cancelJob, selectJob } from "../actions/job-life.ts";
import { addNote } from "../actions/notes.ts";
import type { JournalEntry } from "../database/journal.ts";
import { encodeEntry } from "../database/journal-format.ts";
import { drain } from "../outbox/sender.ts";
import { readDraft, saveDraft } from "../drafts/drafts.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  owner,
  type FakeServer,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { signInOther } from "../testing/node-device.ts";
import { aJobId } from "../testing/queueing.ts";
import { aServerJob } from "../testing/server-job.ts";
import { refreshJobs } from "../polling/jobs.ts";
import { fullCost, seal } from "./envelope.ts";
import { readRescueFile } from "./read.ts";
import { readUnsent } from "./unsent.ts";
import { writeRescueFile } from "./write.ts";

/** The derivation of the key is slow on purpose. A test of the content does not need that. */
const cheap = { memory: 8, passes: 1 };
const passphrase = "a wet day in Leeds";
const jobId = aJobId(1);
const colleagueId = aJobId(9);

let fakeServer: FakeServer;
let oldPhone: SignedInPhone;
let newPhone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  oldPhone = await aSignedInPhone(fakeServer);
  newPhone = await aSignedInPhone(fakeServer);
});
afterEach(() => {
  oldPhone.kill();
  newPhone.kill();
});

/**
 * An engineer who works without a network: starts the job, adds a note and a photo, begins to type
 * a hold.
 */
async function recordWork({ device }: SignedInPhone) {
  await device.database.job.put(aJobRow({ jobId }));
  await selectJob(device, jobId);
  for (const from of ["New", "Travelling", "OnSite"] as const)
    expect(await advanceJob(device, jobId, from)).toMatchObject({ ok: true });
  await addNote(device, jobId, { isPublic: true, description: "Flue cleared" });
  const file = new Blob([new Uint8Array([255, 216, 255, 7])]);
  await addPhoto(device, { jobId, purpose: "job", file });
  await uploadPhotos(device, jobId);
  await addPhoto(device, { jobId, purpose: "no-access", file });
  await saveDraft(device, jobId, "hold", { holdDescription: "Waiting for" });
}

async function writeFile(phone: SignedInPhone, cost = cheap): Promise<Blob> {
  const written = await writeRescueFile(phone.device, passphrase, cost);
  if (!written.ok) throw new Error(written.refusal);
  return written.value.file;
}

const readMessageIds = async ({ device }: SignedInPhone) =>
  (await device.database.messageQueue.orderBy("id").toArray()).map((row) => row.messageId);

describe("a rescue file", () => {
  it("brings all unsent work to another device of its engineer, and the server takes each message once", async () => {
    await recordWork(oldPhone);
    const messages = await readMessageIds(oldPhone);
    expect(messages.length).toBeGreaterThan(3);
    const file = await writeFile(oldPhone);
    expect(await readRescueFile(newPhone.device, file, passphrase)).toEqual({
      ok: true,
      value: { jobs: 1, queued: messages.length, known: 0, images: 2, drafts: 1 },
    });
    expect(await readMessageIds(newPhone)).toEqual(messages);
    expect(await newPhone.device.database.job.get(jobId)).toMatchObject({
      status: "AccessGained",
      isSelected: true,
    });
    expect(await newPhone.device.database.engineeringNote.count()).toBe(1);
    expect(await readDraft(newPhone.device, jobId, "hold")).toEqual({
      holdDescription: "Waiting for",
    });
    await drain(newPhone.device);
    await drain(oldPhone.device);
    expect(fakeServer.received.map(({ messageId }) => messageId)).toEqual(messages);
    expect(await readMessageIds(newPhone)).toEqual([]);
    expect(await readMessageIds(oldPhone)).toEqual([]);
  });

  it("costs an attacker 64 MiB and three passes for each guess at its passphrase", async () => {
    await recordWork(oldPhone);
    const file = await writeFile(oldPhone, fullCost);
    expect(await file.slice(0, 400).text()).toContain('"memory":65536,"passes":3');
    expect(await readRescueFile(newPhone.device, file, passphrase)).toMatchObject({ ok: true });
  }, 30_000);

  it("may be read any number of times", async () => {
    await recordWork(oldPhone);
    const file = await writeFile(oldPhone);
    const { length } = await readMessageIds(oldPhone);
    await readRescueFile(newPhone.device, file, passphrase);
    const again = { ok: true, value: { queued: 0, known: length, images: 0, drafts: 0 } };
    expect(await readRescueFile(newPhone.device, file, passphrase)).toMatchObject(again);
    await drain(newPhone.device);
    expect(await readRescueFile(newPhone.device, file, passphrase)).toMatchObject(again);
    expect(await readRescueFile(oldPhone.device, file, passphrase)).toMatchObject(again);
    expect((await oldPhone.device.database.job.get(jobId))?.status).toBe("AccessGained");
  });

  it("does not set back a job that has gone on and whose messages are all sent", async () => {
    await recordWork(oldPhone);
    const file = await writeFile(oldPhone);
    await readRescueFile(newPhone.device, file, passphrase);
    const job = await newPhone.device.database.job.get(jobId);
    const statusTimestamps = { ...job?.statusTimestamps, Closed: "2099-01-01T00:00:00.000Z" };
    await newPhone.device.database.job.update(jobId, { status: "Closed", statusTimestamps });
    await drain(newPhone.device);
    expect(await readRescueFile(newPhone.device, file, passphrase)).toMatchObject({
      ok: true,
      value: { jobs: 0 },
    });
    expect((await newPhone.device.database.job.get(jobId))?.status).toBe("Closed");
  });

  it("queues behind what this device has under the same ordering key, with numbers of its own", async () => {
    await recordWork(oldPhone);
    await recordWork(newPhone);
    const file = await writeFile(oldPhone);
    expect(await readRescueFile(newPhone.device, file, passphrase)).toMatchObject({ ok: true });
    const rows = await newPhone.device.database.messageQueue.orderBy("id").toArray();
    const lane = rows.filter((row) => row.lane === jobId);
    expect(lane.map((row) => row.laneNumber)).toEqual(lane.map((_, index) => index + 1));
    expect(new Set(lane.map((row) => row.incarnation)).size).toBe(1);
  });

  it("does not change a job on which this device has unsent work of its own", async () => {
    await recordWork(oldPhone);
    await newPhone.device.database.job.put(aJobRow({ jobId }));
    await selectJob(newPhone.device, jobId);
    await advanceJob(newPhone.device, jobId, "New");
    await readRescueFile(newPhone.device, await writeFile(oldPhone), passphrase);
    expect((await newPhone.device.database.job.get(jobId))?.status).toBe("Travelling");
  });

  it("restores the job though a colleague has unsent work of their own on it here", async () => {
    await recordWork(oldPhone);
    await signInOther(newPhone.device, colleagueId);
    await recordWork(newPhone);
    await signInOther(newPhone.device, owner);
    const { database } = newPhone.device;
    await readRescueFile(newPhone.device, await writeFile(oldPhone), passphrase);
    expect((await database.job.get(jobId))?.status).toBe("AccessGained");
  });

  it("keeps one active job", async () => {
    await recordWork(oldPhone);
    const other = aJobId(2);
    await newPhone.device.database.job.put(aJobRow({ jobId: other }));
    await selectJob(newPhone.device, other);
    await readRescueFile(newPhone.device, await writeFile(oldPhone), passphrase);
    const selected = (await newPhone.device.database.job.toArray()).filter((job) => job.isSelected);
    expect(selected.map((job) => job.jobId)).toEqual([other]);
  });

  it("holds what was recorded in a job that is not closed, though every message has been sent", async () => {
    const { device } = oldPhone;
    await device.database.job.put(aJobRow({ jobId }));
    await selectJob(device, jobId);
    for (const from of ["New", "Travelling", "OnSite"] as const)
      expect(await advanceJob(device, jobId, from)).toMatchObject({ ok: true });
    await addNote(device, jobId, { isPublic: true, description: "Flue cleared" });
    await drain(device);
    expect(await readMessageIds(oldPhone)).toEqual([]);
    const rescued = { jobs: 1, queued: 0, known: 0, images: 0, drafts: 0 };
    expect(await readRescueFile(newPhone.device, await writeFile(oldPhone), passphrase)).toEqual({
      ok: true,
      value: rescued,
    });
    expect((await newPhone.device.database.job.get(jobId))?.status).toBe("AccessGained");
    expect(await newPhone.device.database.engineeringNote.count()).toBe(1);
  });

  it("contains nothing readable, not even its owner", async () => {
    await recordWork(oldPhone);
    const text = new TextDecoder("latin1").decode(await (await writeFile(oldPhone)).arrayBuffer());
    for (const word of ["Flue cleared", "Example Street", owner, "JobStatusChange"])
      expect(text).not.toContain(word);
  });

  it("contains nothing of colleagues, and no sign-in", async () => {
    await recordWork(oldPhone);
    const before = await writeFile(oldPhone);
    await signInOther(oldPhone.device, colleagueId);
    expect(await writeRescueFile(oldPhone.device, passphrase)).toEqual({
      ok: false,
      refusal: "nothing-unsent",
    });
    const { login } = newPhone.device.shared;
    await login.clear();
    await readRescueFile(newPhone.device, before, passphrase);
    expect(await login.count()).toBe(0);
  });

  it("is not needed for a job that was only fetched: telling the server so is no work of the engineer's", async () => {
    fakeServer.jobs = [aServerJob({ jobId, status: "New" })];
    expect(await refreshJobs(oldPhone.device)).toMatchObject({ ok: true });
    expect(await readMessageIds(oldPhone)).toHaveLength(1);
    expect(await writeRescueFile(oldPhone.device, passphrase)).toEqual({
      ok: false,
      refusal: "nothing-unsent",
    });
    await selectJob(oldPhone.device, jobId);
    expect(await advanceJob(oldPhone.device, jobId, "New")).toMatchObject({ ok: true });
    expect((await writeRescueFile(oldPhone.device, passphrase, cheap)).ok).toBe(true);
  });

  it.each([
    ["with what was recorded inside", true],
    ["with nothing recorded", false],
  ])("holds a cancel that is the first of its ordering key, %s", async (_what, isWorkedOn) => {
    const { device } = oldPhone;
    await device.database.job.put(
      aJobRow({
        jobId,
        status: "OnSite",
        isSelected: true,
        ...(isWorkedOn && { isWorkedOn }),
      }),
    );
    expect(await cancelJob(device, jobId)).toMatchObject({ ok: true });
    expect(await device.database.messageQueue.toArray()).toMatchObject([{ laneNumber: 1 }]);
    expect(await readUnsent(device)).toMatchObject({ jobs: 1, messages: 1 });
    expect(
      await readRescueFile(newPhone.device, await writeFile(oldPhone), passphrase),
    ).toMatchObject({
      ok: true,
      value: { jobs: 1, queued: 1 },
    });
  });

  it("requires a passphrase of ten characters", async () => {
    await recordWork(oldPhone);
    expect(await writeRescueFile(oldPhone.device, "too short")).toEqual({
      ok: false,
      refusal: "passphrase-short",
    });
  });
});

describe("an invalid rescue file changes nothing:", () => {
  const head = { table: "setting", row: { ownerId: owner } };
  let file = new Uint8Array();
  beforeEach(async () => {
    await recordWork(oldPhone);
    file = new Uint8Array(await (await writeFile(oldPhone)).arrayBuffer());
  });

  async function read(bytes: Uint8Array<ArrayBuffer> | string, enteredPassphrase = passphrase) {
    const result = await readRescueFile(newPhone.device, new Blob([bytes]), enteredPassphrase);
    expect(await newPhone.device.database.messageQueue.count()).toBe(0);
    expect(await newPhone.device.database.image.count()).toBe(0);
    expect(await newPhone.device.database.job.count()).toBe(0);
    return result.ok ? "ok" : result.refusal;
  }
  const changed = (place: number) => file.map((byte, index) => (index === place ? byte ^ 1 : byte));
  const headEnd = () => file.indexOf(10, 17);

  it("another passphrase", async () => {
    expect(await read(file, "a dry day in Leeds")).toBe("wrong-passphrase");
  });

  it("cut short, at every length", async () => {
    for (const share of [0.1, 0.5, 0.9])
      expect(await read(file.slice(0, Math.floor(file.length * share)))).toBe("truncated");
    expect(await read(file.slice(0, -1))).toBe("truncated");
    expect(await read(file.slice(0, 30))).toBe("truncated");
    expect(await read(new Uint8Array())).toBe("not-a-rescue-file");
  });

  it("a bit changed in its content, its hash or its head", async () => {
    expect(await read(changed(file.length - 5))).toBe("damaged");
    expect(await read(changed(headEnd() + 3))).toBe("damaged");
    const year = new TextDecoder().decode(file).indexOf('"createdOn":"2') + 14;
    expect(await read(changed(year))).toBe("wrong-passphrase");
  });

  it("a head that would exhaust the phone", async () => {
    const text = new TextDecoder("latin1").decode(file);
    const withHugeMemory = text.replace('"memory":8', '"memory":999999999');
    expect(await read(Uint8Array.from(withHugeMemory, (letter) => letter.charCodeAt(0)))).toBe(
      "damaged",
    );
  });

  it("bytes appended", async () => {
    expect(await read(new Uint8Array([...file, 0]))).toBe("damaged");
  });

  it("another version", async () => {
    const text = new TextDecoder("latin1").decode(file);
    const later = text.replace('"version":1', '"version":2');
    expect(await read(Uint8Array.from(later, (letter) => letter.charCodeAt(0)))).toBe(
      "wrong-version",
    );
  });

  it("an image, a text, a head that is no JSON", async () => {
    expect(await read("hello")).toBe("not-a-rescue-file");
    expect(await read("FIELDFARE-RESCUE\n{]\nxxxx")).toBe("damaged");
    expect(await read(`FIELDFARE-RESCUE\n${"[".repeat(100_000)}`)).toBe("truncated");
  });

  it("of another engineer", async () => {
    await signInOther(newPhone.device, colleagueId);
    expect(await read(file)).toBe("another-owner");
  });

  it.each([
    [
      "a colleague's drawer",
      { puts: [head, { table: "drawer", row: { ownerId: owner, rows: {} } }] },
    ],
    ["reference data", { puts: [head, { table: "sorCode", row: { firstId: 1, text: "[]" } }] }],
    ["a table of no name", { puts: [head, { table: "hobby", row: {} }] }],
    ["rows that are no list", { puts: { length: 2 } }],
    ["no rows at all", {}],
    ["nothing", null],
  ])("sealed with the right passphrase, but with %s in it", async (_what, content) => {
    const { ports } = newPhone.device;
    const entry = encodeEntry(content as unknown as JournalEntry);
    const sealed = await seal(ports, passphrase, new Uint8Array(entry), cheap);
    expect(await read(new Uint8Array(await sealed.arrayBuffer()))).toBe("damaged");
  });

  it("while nobody is signed in", async () => {
    await newPhone.device.database.token.clear();
    expect(await read(file)).toBe("signed-out");
  });
});
