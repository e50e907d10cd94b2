import { expect, test } from "vitest";
import { coalesceRuns } from "./coalesce-runs.ts";

test("a call while it is under way runs once more afterwards, and never twice at once", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const requestRun = coalesceRuns(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const finish = async (number: number) => {
    runs[number]?.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  expect(requestRun()).toBe(true);
  expect(requestRun()).toBe(false);
  expect(requestRun()).toBe(false);
  expect(runs).toHaveLength(1);
  await finish(0);
  expect(runs).toHaveLength(2);
  await finish(1);
  expect(runs).toHaveLength(2);
  expect(requestRun()).toBe(true);
  expect(runs).toHaveLength(3);
});
