import { SharedDatabase, openSearch } from "@fieldfare/device";
import { createWorkerClient } from "../../../packages/device/src/browser/worker-client.ts";
import type { SearchWorkerRequest } from "../../../packages/device/src/browser/search.worker.ts";
import { openBaselineDatabase } from "./baseline-database.ts";

/** The number of hits that are shown. */
const maxHits = 30;

/** Types the words one letter at a time; returns the time of each key in ms. */
export async function search(
  databaseName: string,
  queries: readonly string[],
): Promise<{ opened: number; keys: { words: string; ms: number; hits: number }[] }> {
  const database = new SharedDatabase(databaseName);
  await database.open();
  const start = performance.now();
  const index = await openSearch(database, "Part");
  const opened = performance.now() - start;
  const keys = [];
  for (const query of queries)
    for (let length = 1; length <= query.length; length++) {
      const words = query.slice(0, length);
      const before = performance.now();
      const found = index.find(words, maxHits);
      keys.push({ words, ms: performance.now() - before, hits: found.length });
      // Each key is a separate task, as it is when someone types.
      await new Promise((resolve) => setTimeout(resolve));
    }
  database.close();
  return { opened, keys };
}

const callSearch = createWorkerClient(
  () =>
    new Worker(new URL("../../../packages/device/src/browser/search.worker.ts", import.meta.url), {
      type: "module",
    }),
);

/** Searches the same words with the app's worker; returns the number of parts found. */
export async function searchAsApp(
  databaseName: string,
  queries: readonly string[],
): Promise<number> {
  let found = 0;
  for (const words of queries) {
    const request = {
      kind: "search",
      request: { type: "Part", query: words, maxRows: maxHits },
      databaseName,
      contactsKey: null,
    } satisfies SearchWorkerRequest;
    found += (await callSearch<unknown[]>(request)).length;
  }
  return found;
}

interface PartRow {
  readonly partCode: string;
  readonly description: string;
  readonly manufacturerPartCode: string | null;
}

/** Searches the same words with a filter over Dexie's rows. */
export async function searchBaseline(
  databaseName: string,
  words: readonly string[],
): Promise<{ words: string; ms: number; hits: number }[]> {
  const database = await openBaselineDatabase(databaseName);
  const keys = [];
  for (const word of words) {
    const needle = word.trim().toLowerCase();
    const before = performance.now();
    const found = await database
      .table<PartRow, number>("Part")
      .filter(
        ({ partCode, description, manufacturerPartCode }) =>
          partCode.toLowerCase().includes(needle) ||
          description.toLowerCase().includes(needle) ||
          (manufacturerPartCode?.toLowerCase().includes(needle) ?? false),
      )
      .limit(maxHits)
      .toArray();
    keys.push({ words: word, ms: performance.now() - before, hits: found.length });
  }
  database.close();
  return keys;
}
