import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readAgain } from "./read-again.ts";

let queries: QueryClient;
let answers: ((value: string) => void)[];
let unsubscribe: () => void;
const queryKey = ["job", "1"];

beforeEach(() => {
  queries = new QueryClient();
  answers = [];
  unsubscribe = new QueryObserver(queries, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  }).subscribe(() => undefined);
});
afterEach(() => {
  unsubscribe();
  queries.clear();
});

it("reads again after a first reading that began before the change", async () => {
  const done = readAgain(queries, queryKey);
  answers[0]?.("before");
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.("after");
  await done;
  expect(queries.getQueryData(queryKey)).toBe("after");
});

it("reads once if something was read before", async () => {
  answers[0]?.("before");
  await expect.poll(() => queries.getQueryData(queryKey)).toBe("before");
  const done = readAgain(queries, queryKey);
  answers[1]?.("after");
  await done;
  expect(answers).toHaveLength(2);
  expect(queries.getQueryData(queryKey)).toBe("after");
});
