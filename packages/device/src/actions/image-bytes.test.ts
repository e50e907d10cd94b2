import { IDBIndex, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reserveSpace } from "../database/reserved-space.ts";
import { compactJournal, transact } from "../database/unit.ts";
import { encodeEntry } from "../database/journal-format.ts";
import type { Journal } from "../ports.ts";
import { drain } from "../outbox/sender.ts";
import { runMaintenance } from "../polling/poll.ts";
import { readImagesByIds } from "../reading/forms.ts";
import { readImages, readJobCards } from "../reading/jobs.ts";
import { readOutbox } from "../reading/outbox.ts";
import { readDraftPhotos, readEntityPhotos } from "../reading/work.ts";
import { readUnsent } from "../rescue/unsent.ts";
import { aJobRow } from "../testing/builders.ts";
import { closeAnswers } from "../testing/close-answers.ts";
import {
  aFakeServer,
  aSignedInPhone,
  type FakeServer,
  owner,
  type SignedInPhone,
} from "../testing/fake-server.ts";
import { aJobId } from "../testing/queueing.ts";
import { closeJob } from "./closing.ts";
import { addPhoto } from "./images.ts";

const jobId = aJobId(1);
const photoSize = 50_000;
const photoCount = 20;

/** How much longer sealed bytes are: form, initialisation vector, JSON around the bytes, tag. */
const sealSize = 59;

let fakeServer: FakeServer;
let phone: SignedInPhone;
/** The bytes of images that reached the database, the journal's files and its entries. */
let written: { database: number; files: number; entries: number };

beforeEach(async () => {
  fakeServer = aFakeServer();
  written = { database: 0, files: 0, entries: 0 };
  phone = await aSignedInPhone(fakeServer, {
    watch(changes) {
      for (const { puts } of changes)
        for (const { row } of puts) written.database += countBytes(row);
    },
    ports: (ports) => ({
      ...ports,
      openJournal: (ownerId) =>
        countJournal((ports.openJournal as NonNullable<typeof ports.openJournal>)(ownerId)),
    }),
  });
  await reserveSpace(phone.device);
  // The reserved space is not an image.
  written.database = 0;
  const job = aJobRow({ jobId, status: "AccessGained", isSelected: true });
  // The first entry brings the journal up to date: the photos come after it.
  await transact(phone.device, ["job"], (unit) => unit.put("job", job));
  for (let index = 0; index < photoCount; index += 1)
    await addPhoto(phone.device, {
      jobId,
      purpose: "job",
      file: new Blob([new Uint8Array(photoSize).fill(index)]),
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  phone.kill();
});

function countJournal(journal: Journal): Journal {
  return {
    ...journal,
    append(entry, images = []) {
      written.files += countBytes(images);
      written.entries += encodeEntry(entry).length;
      return journal.append(entry, images);
    },
    compact(snapshot) {
      written.entries += encodeEntry(snapshot).length;
      return journal.compact(snapshot);
    },
    storeImage(image) {
      written.files += countBytes(image);
      return journal.storeImage(image);
    },
  };
}

function countBytes(value: unknown): number {
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + countBytes(each), 0);
}

/** Records every read of the table with the bytes. */
function watchReadsOfBytes(): string[] {
  const reads: string[] = [];
  for (const name of ["get", "getAll", "openCursor"] as const) {
    const read = IDBObjectStore.prototype[name] as (...given: unknown[]) => never;
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...given: unknown[]
    ) {
      if (this.name === "imageBytes") reads.push(name);
      return read.apply(this, given);
    });
    const readIndex = IDBIndex.prototype[name] as (...given: unknown[]) => never;
    vi.spyOn(IDBIndex.prototype, name).mockImplementation(function (
      this: IDBIndex,
      ...given: unknown[]
    ) {
      if (this.objectStore.name === "imageBytes") reads.push(name);
      return readIndex.apply(this, given);
    });
  }
  return reads;
}

it("A photo is written once to the database and once to the journal", () => {
  expect(written).toMatchObject({
    database: photoCount * photoSize,
    files: photoCount * (photoSize + sealSize),
  });
  expect(written.entries).toBeLessThan(photoCount * photoSize);
});

it("Closing with 20 photos, sending them and compacting the journal write no image bytes again", async () => {
  written = { database: 0, files: 0, entries: 0 };
  expect(await closeJob(phone.device, jobId, closeAnswers())).toMatchObject({ ok: true });
  expect(written).toMatchObject({ database: 0, files: 0 });
  expect(written.entries).toBeLessThan(2 * photoSize);
  await compactJournal(phone.device.database);
  expect(await drain(phone.device)).toEqual({ kind: "empty", sent: 2 + photoCount });
  await runMaintenance(phone.device);
  expect(written).toMatchObject({ database: 0, files: 0 });
  const images = await phone.device.database.image.toArray();
  expect(images.map(({ state }) => state)).toEqual(Array<string>(photoCount).fill("sent"));
});

it("Nothing reads image bytes to learn a state; the sender reads each once", async () => {
  const { device } = phone;
  const reads = watchReadsOfBytes();
  const images = await readImages(device, jobId);
  await readImagesByIds(
    device,
    jobId,
    images.map(({ imageId }) => imageId),
  );
  await readDraftPhotos(device, jobId, "job");
  await readEntityPhotos(device, jobId, jobId);
  await readUnsent(device);
  await readJobCards(device);
  await closeJob(device, jobId, closeAnswers());
  await readOutbox(device);
  await compactJournal(device.database);
  expect(reads).toEqual([]);
  await drain(device);
  expect(reads).toEqual(Array<string>(photoCount).fill("get"));
  await runMaintenance(device);
  expect(reads).toHaveLength(photoCount);
});

it("The journal deletes the file of an image once the server has it", async () => {
  await closeJob(phone.device, jobId, closeAnswers());
  expect(phone.disk.journals.get(owner)?.images.size).toBe(photoCount);
  await drain(phone.device);
  await compactJournal(phone.device.database);
  expect(phone.disk.journals.get(owner)?.images.size).toBe(0);
  expect(await phone.device.database.imageBytes.count()).toBe(photoCount);
});
