import type { OfficeChange } from "@fieldfare/contract/office";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as updates from "./board-updates.ts";

const day = "2026-11-28";
const aJob = (jobId: string, time = "09:00") => ({
  jobId,
  appointmentDateTime: `${day}T${time}:00Z`,
});
const aChange = (jobIds: OfficeChange["jobIds"], kinds: OfficeChange["kinds"] = []) => ({
  jobIds,
  recordedJobIds: [],
  kinds,
});

/** The jobs that are asked for on their own, each request with its answer. */
let asked: { readonly query: object; readonly answer: (jobs: readonly object[]) => void }[];
let wholes: number;
let queries: QueryClient;
let unsubscribe: () => void;
let createBoardUpdates: typeof updates.createBoardUpdates;
let boardKey: typeof updates.boardKey;

beforeEach(async () => {
  asked = [];
  wholes = 0;
  vi.resetModules();
  vi.doMock("../../server/request.ts", () => ({
    request: (_call: unknown, { query }: { readonly query: object }) =>
      new Promise((resolve) => {
        asked.push({ query, answer: (jobs) => resolve({ jobs, movedJobs: [] }) });
      }),
  }));
  ({ createBoardUpdates, boardKey } = await import("./board-updates.ts"));
  queries = new QueryClient();
  unsubscribe = show(day);
  await vi.waitUntil(() => readJobs(day));
});
afterEach(() => {
  vi.useRealTimers();
  unsubscribe();
  queries.clear();
  vi.doUnmock("../../server/request.ts");
});

function show(shownDay: string): () => void {
  const observer = new QueryObserver(queries, {
    queryKey: boardKey(shownDay),
    queryFn: () => {
      wholes += 1;
      return Promise.resolve({ day: shownDay, jobs: [aJob("first")], movedJobs: [] });
    },
  });
  return observer.subscribe(() => undefined);
}

function readJobs(ofDay: string): string[] | undefined {
  return queries
    .getQueryData<{ readonly jobs: readonly { readonly jobId: string }[] }>(boardKey(ofDay))
    ?.jobs.map(({ jobId }) => jobId);
}

it("reads single jobs by themselves, those that change meanwhile together", async () => {
  const { take, stop } = createBoardUpdates(queries, day);
  take(aChange(["a"]));
  take(aChange(["b"]));
  take(aChange(["c", "b"]));
  expect(asked.map(({ query }) => query)).toEqual([{ day, jobIds: "a" }]);
  asked[0]?.answer([aJob("a", "08:00")]);
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]?.query).toEqual({ day, jobIds: "b,c" });
  asked[1]?.answer([aJob("b", "10:00")]);
  await expect.poll(() => readJobs(day)).toEqual(["a", "first", "b"]);
  expect(wholes).toBe(1);
  stop();
});

it("reads the whole board for what is of engineers, at once and then at most every five seconds", async () => {
  vi.useFakeTimers();
  const { take, stop } = createBoardUpdates(queries, day);
  for (const kind of ["engineers", "devices", "absences"] as const) take(aChange([], [kind]));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(wholes).toBe(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(wholes).toBe(3);
  stop();
});

it("brings no job of one day into the board of another", async () => {
  const before = createBoardUpdates(queries, day);
  before.take(aChange(["a"]));
  const otherDay = "2026-11-29";
  const hide = show(otherDay);
  await expect.poll(() => readJobs(otherDay)).toEqual(["first"]);
  before.stop();
  const { take, stop } = createBoardUpdates(queries, otherDay);
  take(aChange(["b"]));
  expect(asked.map(({ query }) => query)).toEqual([
    { day, jobIds: "a" },
    { day: otherDay, jobIds: "b" },
  ]);
  asked[1]?.answer([aJob("b")]);
  await expect.poll(() => readJobs(otherDay)).toEqual(["b", "first"]);
  stop();
  hide();
});
