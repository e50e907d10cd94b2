import { beforeEach, expect, it } from "vitest";
import { createEvents } from "../events.ts";
import { readStorage } from "../reading/storage.ts";
import { dexieOptions } from "../testing/earlier-phones.ts";
import { createDisk, createDiskJournal, openNodeDevice } from "../testing/node-device.ts";
import { aFakeServer } from "../testing/fake-server.ts";
import { EngineerDatabase } from "./database.ts";
import type { JournalEntry } from "./journal.ts";
import { connectJournal, withCatchUp } from "./unit.ts";

let now: number;
let isBroken: boolean;
let calls: string[];
const entry: JournalEntry = { order: 1, isSnapshot: false, puts: [], deletes: [] };

function aFailingJournal() {
  const step = async (name: string) => {
    calls.push(name);
    if (isBroken) throw new Error("The file is gone");
  };
  const journal = {
    ...createDiskJournal(createDisk(), null),
    append: () => step("append").then(() => 1),
  };
  const catchUp = () =>
    step("catch up").then(
      () => true,
      () => false,
    );
  return withCatchUp(journal, catchUp, () => now).journal;
}

beforeEach(() => {
  now = 0;
  isBroken = false;
  calls = [];
});

it("a journal is caught up once, before its first entry", async () => {
  const journal = aFailingJournal();
  await journal.append(entry);
  await journal.append(entry);
  expect(calls).toEqual(["catch up", "append", "append"]);
  expect(journal.isFailing()).toBe(false);
});

it("a failed entry makes it failing, until it has been caught up again a minute later", async () => {
  const journal = aFailingJournal();
  await journal.append(entry);
  isBroken = true;
  await expect(journal.append(entry)).rejects.toThrow("The file is gone");
  expect(journal.isFailing()).toBe(true);
  isBroken = false;
  await journal.append(entry);
  expect(journal.isFailing()).toBe(true);
  now = 60_000;
  await journal.append(entry);
  expect(journal.isFailing()).toBe(false);
  expect(calls.slice(-2)).toEqual(["catch up", "append"]);
});

it("a journal that cannot be caught up still takes what it can", async () => {
  isBroken = true;
  const journal = aFailingJournal();
  await expect(journal.append(entry)).rejects.toThrow("The file is gone");
  isBroken = false;
  await journal.append(entry);
  expect(journal.isFailing()).toBe(true);
});

it("a journal that has grown is replaced by a snapshot, and no entry waits for it", async () => {
  const sizes = [1_000_000, 2_000_001, 2_000_002, 3_000_000];
  const compacted = Promise.withResolvers<boolean>();
  let catchUps = 0;
  const { journal } = withCatchUp(
    {
      ...createDiskJournal(createDisk(), null),
      append: async () => sizes.shift() ?? 0,
    },
    () => {
      catchUps += 1;
      return catchUps === 1 ? Promise.resolve(true) : compacted.promise;
    },
    () => now,
  );
  await journal.append(entry);
  expect(catchUps).toBe(1);
  await journal.append(entry);
  await journal.append(entry);
  expect(catchUps).toBe(2);
  compacted.resolve(true);
  await compacted.promise;
  await journal.append(entry);
  expect(catchUps).toBe(3);
});

it("a journal with a large snapshot is replaced only after it has grown by as much again", async () => {
  const disk = createDisk();
  const database = new EngineerDatabase("Sam", dexieOptions(disk));
  await database.table("setting").put({ id: 1 });
  let snapshots = 0;
  let size = 3_000_000;
  // Every snapshot begins with the list of images.
  const listImages = async () => {
    snapshots += 1;
    return [];
  };
  const compact = async () => size;
  const append = async () => (size += 1);
  const journal = { ...createDiskJournal(disk, null), listImages, compact, append };
  connectJournal(database, journal, createEvents(), () => now);
  for (let entries = 0; entries < 3; entries++) {
    await database.journal?.append(entry);
    await database.setting.get(1);
  }
  expect(snapshots).toBe(1);
  database.close();
});

it("a browser without a journal has one copy only", async () => {
  const disk = createDisk();
  const { fetch } = aFakeServer();
  for (const journal of [true, false]) {
    const phone = await openNodeDevice({ disk, fetch, journal });
    expect(await readStorage(phone.device)).toMatchObject({ hasSecondCopy: journal });
    phone.kill();
  }
});
