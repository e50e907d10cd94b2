import { expect, it } from "vitest";
import { limited, TooManyWaiting } from "./limited.ts";

it("as many calls as allowed run, as many wait in order, and any further one is refused", async () => {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const call = limited(
    (number: number) => {
      started.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    },
    { atOnce: 2, waiting: 2 },
  );
  const calls = [1, 2, 3, 4].map((number) => call(number));
  await expect(call(5)).rejects.toThrow(TooManyWaiting);
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  expect(await calls[0]).toBe(1);
  await expect.poll(() => started).toEqual([1, 2, 3]);
  for (const position of [1, 2]) ends[position]?.();
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  ends[3]?.();
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4]);
});

it("a call that fails gives its place to the next", async () => {
  const call = limited(
    async (fails: boolean) => {
      if (fails) throw new Error("It broke");
      return "done";
    },
    { atOnce: 1, waiting: 1 },
  );
  const [first, second] = [call(true), call(false)];
  await expect(first).rejects.toThrow("It broke");
  expect(await second).toBe("done");
  expect(await call(false)).toBe("done");
});
