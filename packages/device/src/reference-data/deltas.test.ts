import type { SyncedType } from "@fieldfare/domain";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createDisk, openNodeDevice } from "../testing/node-device.ts";
import { applySyncAnswer } from "./apply.ts";
import { findReference, openReference, readReference } from "./reference.ts";
import { openSearch } from "./search.ts";

const type: SyncedType = "Manufacturer";
const id = fc.nat({ max: 30 }).map((number) => number + 1);
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[a-zA-Z]{2,10}$/),
);

/** What one answer brings of one data set. */
const delta = fc.record({
  isFull: fc.boolean(),
  rows: fc
    .uniqueArray(fc.tuple(id, name), { selector: ([key]) => key, maxLength: 8 })
    .map((pairs) => pairs.map(([manufacturerId, text]) => ({ manufacturerId, name: text }))),
  deletedIds: fc.uniqueArray(id, { maxLength: 4 }),
});

it("Any series of full sets, changes and deletions leaves what the plain map holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(delta, { maxLength: 6 }), async (series) => {
      const node = await openNodeDevice({
        disk: createDisk(),
        fetch: () => Promise.reject(new Error("Nothing is fetched here")),
      });
      const plain = new Map<number, string>();
      let searchIndex = await openSearch(node.device.shared, type);
      let referenceRows = await openReference(node.device.shared, type);
      for (const [index, { isFull, rows, deletedIds }] of series.entries()) {
        const changed = new Set(rows.map((row) => row.manufacturerId));
        const gone = isFull ? [] : deletedIds.filter((key) => !changed.has(key));
        if (isFull) plain.clear();
        for (const row of rows) plain.set(row.manufacturerId, row.name);
        for (const key of gone) plain.delete(key);
        // Two full sets may have the same date.
        const set = { type, date: String(index % 2), isFull, rows, deletedIds: gone };
        await apply(node.device, set);
        searchIndex = await searchIndex.renew();
        referenceRows = await referenceRows.renew();
      }

      const expected = [...plain].sort(([a], [b]) => a - b);
      const rows = await readReference(node.device, type);
      expect(rows.map((row) => [row.manufacturerId, row.name])).toEqual(expected);
      for (const key of [1, 7, 31])
        expect((await findReference(node.device, type, key))?.name).toBe(plain.get(key));
      const searchable = expected.filter(([, text]) => /^[a-z]{2,}$/i.test(text));
      for (const index of [searchIndex, await openSearch(node.device.shared, type)]) {
        for (const [key, text] of searchable) expect(index.find(text, 100)).toContain(key);
        expect(index.find("", 100)).toHaveLength(expected.length);
        expect(index.find("no such maker anywhere", 10)).toEqual([]);
      }
      expect(await referenceRows.find(expected.map(([key]) => key))).toEqual(rows);
      node.kill();
    }),
    { seed: 7, numRuns: 60 },
  );
});

async function apply(
  { shared: database }: Awaited<ReturnType<typeof openNodeDevice>>["device"],
  set: object,
): Promise<void> {
  const answer = { syncSizeInMb: 1, isSyncRequired: true, isPartial: false, payload: [set] };
  const outcome = await applySyncAnswer(
    database,
    () => Promise.resolve(Response.json(answer)),
    { url: "/", init: { method: "POST", headers: {}, body: "{}" }, databaseName: "x", now: "" },
    () => undefined,
  );
  expect(outcome.kind).toBe("applied");
}
