import type { OfficeChange } from "@fieldfare/contract/office";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDangerUpdates, dangersKey } from "./danger-updates.ts";

const aChange = (
  jobIds: OfficeChange["jobIds"],
  recordedJobIds: OfficeChange["recordedJobIds"] = [],
): OfficeChange => ({ kinds: [], jobIds, recordedJobIds });

let reads: number;
let queries: QueryClient;
let unsubscribe: () => void;
let updates: ReturnType<typeof createDangerUpdates>;

beforeEach(async () => {
  vi.useFakeTimers();
  reads = 0;
  queries = new QueryClient();
  unsubscribe = new QueryObserver(queries, {
    queryKey: dangersKey,
    queryFn: () => Promise.resolve((reads += 1)),
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  updates = createDangerUpdates(queries);
});
afterEach(() => {
  updates.stop();
  unsubscribe();
  queries.clear();
  vi.useRealTimers();
});

it("reads the dangers at once when a job changes, and then at most every five seconds", async () => {
  updates.take(aChange(["a"]));
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
  for (const jobId of ["b", "c", "d"]) updates.take(aChange([jobId]));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(reads).toBe(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toBe(3);
});

it.each([
  ["changes may have been missed", null],
  ["too many jobs to name have changed", aChange(null)],
])("reads them again when %s", async (_when, change) => {
  updates.take(change);
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(2);
});

it("does not read them for what a phone records before the close", async () => {
  updates.take(aChange([], ["a"]));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toBe(1);
});
