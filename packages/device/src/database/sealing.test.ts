import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addNote } from "../actions/notes.ts";
import { addPhoto, uploadPhotos } from "../actions/images.ts";
import { saveDraft } from "../drafts/drafts.ts";
import { journalDrafts } from "../drafts/draft-journal.ts";
import { drain } from "../outbox/sender.ts";
import { aJobRow } from "../testing/builders.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  owner,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { dexieOptions } from "../testing/earlier-phones.ts";
import { wipeDatabase } from "../testing/node-device.ts";
import { aJobId } from "../testing/queueing.ts";
import { aTenant } from "../testing/work-builders.ts";
import { dumpDisk, toText } from "../testing/dump-disk.ts";
import { decodeEntries } from "./journal-format.ts";
import { EngineerDatabase } from "./database.ts";
import { addSealing } from "./sealing.ts";
import { awaitRequest, openNativeDatabase } from "./native-database.ts";
import { isSealed } from "./seal-codec.ts";
import { sealedCounter } from "./seal-earlier-rows.ts";
import { compactJournal } from "./unit.ts";

const jobId = aJobId(1);
const secrets = ["Rosa Quill", "12 Heron Way", "07700 900123", "key safe 4711", "PHOTO OF A HALL"];
const [tenantName, address, phoneNumber, keySafe, photo] = secrets as [
  string,
  string,
  string,
  string,
  string,
];

let fakeServer: FakeServer;
let phone: SignedInPhone;
beforeEach(async () => {
  fakeServer = aFakeServer();
  phone = await aSignedInPhone(fakeServer);
});
afterEach(() => phone.kill());

/** Stores something of each kind that names a person or a home. */
async function work(): Promise<void> {
  const { device } = phone;
  const { database } = device;
  const job = aJobRow({ jobId, status: "AccessGained", isSelected: true });
  const property = { ...job.property, addressLine1: address };
  await database.job.put({ ...job, property, details: keySafe } as typeof job);
  await database.propertyTenant.put(
    aTenant({ fullName: tenantName, emailAddress: `${phoneNumber} @` }),
  );
  await saveDraft(device, jobId, "note", { description: keySafe });
  await journalDrafts(device);
  await addPhoto(device, { jobId, purpose: "job", file: new Blob([photo]) });
  await uploadPhotos(device, jobId);
  expect(await addNote(device, jobId, { description: keySafe, isPublic: true })).toMatchObject({
    ok: true,
  });
}

const findSecrets = (text: string) => secrets.filter((secret) => text.includes(secret));

async function readRaw(table: string): Promise<readonly unknown[]> {
  const database = await openNativeDatabase(phone.disk.indexedDB, `fieldfare-${owner}`);
  if (!database) throw new Error("There is no database");
  const rows = await awaitRequest<unknown[]>(
    database.transaction(table, "readonly").objectStore(table).getAll(),
  );
  database.close();
  return rows;
}

/** Stores the rows as a build without sealing did. */
async function unsealAll(): Promise<void> {
  const { database } = phone.device;
  const { sealing } = database;
  if (!sealing) throw new Error("The database is not sealed");
  const opened = new Map<string, unknown[]>();
  for (const table of sealing.tables)
    opened.set(
      table,
      (await readRaw(table)).map((row) => sealing.open(table, row)),
    );
  const journal = phone.disk.journals.get(owner);
  const journalRows = decodeEntries(journal?.entries ?? new Uint8Array());
  phone.kill();
  const native = await openNativeDatabase(phone.disk.indexedDB, `fieldfare-${owner}`);
  if (!native || !journal) throw new Error("There is no database");
  const writing = native.transaction([...opened.keys(), "sealKey", "counter"], "readwrite");
  for (const [table, rows] of opened) for (const row of rows) writing.objectStore(table).put(row);
  writing.objectStore("sealKey").clear();
  await awaitRequest(writing.objectStore("counter").delete(sealedCounter));
  native.close();
  const { encodeEntry } = await import("./journal-format.ts");
  const entries = journalRows.map((entry) => ({
    ...entry,
    puts: entry.puts
      .filter(({ table }) => table !== "sealKey")
      .map(({ table, row }) => ({ table, row: sealing.open(table, row) })),
  }));
  journal.entries = new Uint8Array(Buffer.concat(entries.map((entry) => encodeEntry(entry))));
  for (const [imageId, file] of journal.images) {
    const bytes = sealing.open("imageBytes", { imageId, sealed: file.bytes }) as {
      bytes: ArrayBuffer;
    };
    journal.images.set(imageId, { imageId, bytes: bytes.bytes });
  }
}

async function readWork() {
  const { database } = phone.device;
  const [image] = await database.imageBytes.toArray();
  return {
    addresses: (await database.job.toArray()).map(({ property }) => property.addressLine1),
    tenants: (await database.propertyTenant.toArray()).map(({ fullName }) => fullName),
    notes: (await database.engineeringNote.toArray()).map(({ description }) => description),
    messages: (await database.messageQueue.orderBy("id").toArray()).map(
      ({ messageId, payload }) => ({ messageId, payload }),
    ),
    photo: new TextDecoder().decode(image?.bytes),
  };
}

describe("What a phone stores", () => {
  it("names no person and no home, in no database, journal or file", async () => {
    await work();
    expect(findSecrets(await dumpDisk(phone.disk))).toEqual([]);
    await compactJournal(phone.device.database);
    expect(findSecrets(await dumpDisk(phone.disk))).toEqual([]);
    expect(await dumpDisk(phone.disk)).not.toContain(fakeServer.token);
    expect(await readWork()).toMatchObject({
      addresses: [address],
      tenants: [tenantName],
      notes: [keySafe],
      photo,
    });
  });

  it("is found by its ids, status and dates, which stay readable", async () => {
    await work();
    const [job] = await readRaw("job");
    expect(job).toEqual({ jobId, status: expect.any(String), sealed: expect.any(ArrayBuffer) });
    const [message] = await readRaw("messageQueue");
    expect(message).toMatchObject({ status: "queued", jobId, sealed: expect.any(ArrayBuffer) });
    expect(message).not.toHaveProperty("payload");
  });

  it("is sealed anew with each change, and read as it was changed by cursors, filters and updates", async () => {
    await work();
    const { database } = phone.device;
    const [before] = await readRaw("job");
    await database.job.update(jobId, { isSelected: false });
    await database.job.toCollection().modify({ storedOn: "later" });
    const [after] = await readRaw("job");
    expect(toText(after)).not.toBe(toText(before));
    expect(await database.job.filter(({ isSelected }) => !isSelected).toArray()).toMatchObject([
      { jobId, isSelected: false, storedOn: "later" },
    ]);
    const seen: unknown[] = [];
    await database.job.each((row) => seen.push(row.property.addressLine1));
    expect(seen).toEqual([address]);
  });

  it("opens in its own table only", async () => {
    await work();
    const [note] = await readRaw("engineeringNote");
    const { sealing } = phone.device.database;
    expect(() => sealing?.open("job", note)).toThrow("cannot be opened");
  });
});

describe("A wiped database", () => {
  it("is restored sealed, with the keys of the journal, and its work is sent", async () => {
    await work();
    const before = await readWork();
    phone.kill();
    wipeDatabase(phone.disk);
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    expect(phone.start).toBe("restored");
    expect(await readWork()).toEqual(before);
    expect((await readRaw("job")).every(isSealed)).toBe(true);
    expect(findSecrets(await dumpDisk(phone.disk))).toEqual([]);
    const { length } = before.messages;
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: length });
  });
});

describe("A service worker that was open while the browser deleted everything", () => {
  it("opens what a new page stores with new keys", async () => {
    const { database } = phone.device;
    const token = await database.token.get(1);
    if (!token) throw new Error("Nobody is signed in");
    const openAnew = async () => {
      const opened = new EngineerDatabase(owner, dexieOptions(phone.disk));
      addSealing(opened);
      await opened.open();
      return opened;
    };
    const worker = await openAnew();
    await worker.sealing?.loadKeys();
    expect(await worker.token.get(1)).toEqual(token);
    for (const table of database.tables) await table.clear();
    const page = await openAnew();
    await page.sealing?.ensureKeys();
    await page.token.put(token);
    await worker.sealing?.loadKeys();
    expect(await worker.token.get(1)).toEqual(token);
    worker.close();
    page.close();
  });
});

describe("A phone of a build that sealed nothing", () => {
  it("is sealed at its first start, with its unsent work, journal and photos", async () => {
    await work();
    const before = await readWork();
    await unsealAll();
    expect(findSecrets(await dumpDisk(phone.disk))).toEqual(secrets);
    phone = await aSignedInPhone(fakeServer, { disk: phone.disk });
    expect(await readWork()).toEqual(before);
    expect(findSecrets(await dumpDisk(phone.disk))).toEqual([]);
    expect(await drain(phone.device)).toEqual({ kind: "empty", sent: before.messages.length });
  });

  it.each([
    ["and goes on", false],
    ["also when its database is wiped then", true],
  ])(
    "loses nothing at whatever step it is killed, %s",
    async (_what, isWiped) => {
      let isOpened = false;
      for (let step = 1; !isOpened; step += 1) {
        fakeServer = aFakeServer();
        phone = await aSignedInPhone(fakeServer);
        await work();
        const before = await readWork();
        await unsealAll();
        const { disk } = phone;
        let steps = 0;
        const died = Promise.withResolvers<"died">();
        const opening = aSignedInPhone(fakeServer, {
          disk,
          at(_point, _needsSpace, kill) {
            steps += 1;
            if (steps !== step) return;
            kill();
            died.resolve("died");
          },
        });
        opening.catch(() => undefined);
        const outcome = await Promise.race([opening, died.promise]);
        isOpened = outcome !== "died";
        if (outcome !== "died") outcome.kill();
        if (isWiped) wipeDatabase(disk);
        phone = await aSignedInPhone(fakeServer, { disk });
        expect(await readWork()).toEqual(before);
        expect(findSecrets(await dumpDisk(disk))).toEqual([]);
        phone.kill();
      }
    },
    120_000,
  );
});

it("Two tabs that open a database without keys use the same keys", async () => {
  const { disk } = phone;
  await work();
  await unsealAll();
  const openTab = () => aSignedInPhone(fakeServer, { disk });
  const [one, other] = await Promise.all([openTab(), openTab()]);
  await one.device.database.draft.put({ jobId, kind: "hold", values: 1, modifiedOn: "" });
  expect(await other.device.database.draft.get([jobId, "hold"])).toMatchObject({ values: 1 });
  other.kill();
  phone = one;
});
