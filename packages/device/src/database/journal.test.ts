import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineerDatabase, SharedDatabase, type TableName } from "./database.ts";
import { type JournalEntry, listJournaledTables } from "./journal.ts";
import { replay } from "./journal-replay.ts";
import { decodeEntries, encodeEntry } from "./journal-format.ts";

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array).buffer);

const entry: fc.Arbitrary<JournalEntry> = fc.record({
  order: fc.nat(),
  isSnapshot: fc.boolean(),
  puts: fc.array(
    fc.record({
      table: fc.constant("image" as const),
      row: fc.record({ imageId: fc.uuid(), name: fc.string(), bytes, more: fc.array(bytes) }),
    }),
    { maxLength: 3 },
  ),
  deletes: fc.array(fc.record({ table: fc.constant("job" as const), key: fc.uuid() }), {
    maxLength: 2,
  }),
});

function fileOf(entries: readonly JournalEntry[]): Uint8Array<ArrayBuffer> {
  const frames = entries.map((each) => encodeEntry(each));
  const file = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    file.set(frame, at);
    at += frame.length;
  }
  return file;
}

const databases = [new SharedDatabase("unopened"), new EngineerDatabase("unopened")];
const journaledTables = databases.flatMap((database) =>
  listJournaledTables(database).map((name) => [name, database] as const),
);

it.each(journaledTables)("A row of %s that is in the journal can be restored", (name, database) => {
  const { keyPath } = database.table(name).schema.primKey;
  const table = name as TableName;
  const row = Object.fromEntries([keyPath ?? []].flat().map((path) => [path, `of ${path}`]));
  const replayed = replay([
    { order: 1, isSnapshot: false, puts: [{ table, row }], deletes: [] },
    { order: 2, isSnapshot: false, puts: [{ table, row: { ...row, again: true } }], deletes: [] },
  ]);
  expect([...(replayed.get(table)?.values() ?? [])]).toEqual([{ ...row, again: true }]);
});

describe("The journal's file", () => {
  it("returns what was written, bytes included", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        expect(decodeEntries(fileOf(entries))).toEqual(entries);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("that is torn anywhere returns the entries before the tear", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.nat(), (entries, cut) => {
        const file = fileOf(entries);
        const at = cut % file.length;
        let whole = 0;
        let end = 0;
        for (const each of entries) {
          end += encodeEntry(each).length;
          if (end <= at) whole += 1;
        }
        expect(decodeEntries(file.slice(0, at))).toEqual(entries.slice(0, whole));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("with a frame that is no entry cannot be read", () => {
    const noEntries = [{}, { order: 1, isSnapshot: true, puts: null, deletes: [] }];
    for (const noEntry of noEntries)
      expect(() => decodeEntries(fileOf([noEntry as unknown as JournalEntry]))).toThrow(/no entry/);
  });

  it("with a flipped bit never returns what nobody wrote", () => {
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat({ max: 7 }),
        (entries, place, bit) => {
          const file = fileOf(entries);
          const at = place % file.length;
          file[at] = (file[at] ?? 0) ^ (1 << bit);
          const read = decodeEntries(file);
          expect(entries.slice(0, read.length)).toEqual(read);
          expect(read.length).toBeLessThan(entries.length);
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe("Replaying", () => {
  const put = (order: number, name: string, value: number): JournalEntry => ({
    order,
    isSnapshot: false,
    puts: [{ table: "counter", row: { name, value } }],
    deletes: [],
  });
  const counters = (entries: readonly JournalEntry[]) =>
    [...(replay(entries).get("counter")?.values() ?? [])].map(
      (row) => (row as { value: number }).value,
    );

  it("keeps the last version of each row, by the counted order and not by the order in the files", () => {
    expect(counters([put(2, "a", 20), put(1, "a", 10), put(3, "b", 30)])).toEqual([20, 30]);
  });

  it("begins at the last snapshot", () => {
    const snapshot: JournalEntry = { ...put(5, "a", 50), isSnapshot: true };
    expect(counters([put(1, "b", 10), put(6, "c", 60), snapshot, put(2, "a", 20)])).toEqual([
      50, 60,
    ]);
  });

  it("removes what was deleted", () => {
    const gone: JournalEntry = {
      order: 2,
      isSnapshot: false,
      puts: [],
      deletes: [{ table: "counter", key: "a" }],
    };
    expect(counters([put(1, "a", 10), put(1, "b", 20), gone])).toEqual([20]);
  });

  it("of any series of puts and deletes equals the plain map", () => {
    const step = fc.record({
      name: fc.constantFrom("a", "b", "c"),
      value: fc.option(fc.nat(), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const plain = new Map<string, number>();
        const entries = steps.map(({ name, value }, index): JournalEntry => {
          if (value === null) plain.delete(name);
          else plain.set(name, value);
          return value === null
            ? { ...put(index, name, 0), puts: [], deletes: [{ table: "counter", key: name }] }
            : put(index, name, value);
        });
        expect(sorted(counters(entries))).toEqual(sorted([...plain.values()]));
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

function sorted(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}
