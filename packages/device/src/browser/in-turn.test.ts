import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("what is asked for while it is under way runs once more afterwards, and never twice at once", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = inTurn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const finish = async (number: number) => {
    runs[number]?.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  expect(ask()).toBe(true);
  expect(ask()).toBe(false);
  expect(ask()).toBe(false);
  expect(runs).toHaveLength(1);
  await finish(0);
  expect(runs).toHaveLength(2);
  await finish(1);
  expect(runs).toHaveLength(2);
  expect(ask()).toBe(true);
  expect(runs).toHaveLength(3);
});
