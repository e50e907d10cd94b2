import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitCalls } from "./limit-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const runs = () => vi.fn<() => Promise<void>>(() => Promise.resolve());

it("runs at once, and then once for all calls of the time, at its end", async () => {
  const run = runs();
  const calls = limitCalls(run, 5_000);
  calls.call();
  expect(run).toHaveBeenCalledTimes(1);
  calls.call();
  calls.call();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledTimes(2);
  calls.call();
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(3);
  calls.call();
  expect(run).toHaveBeenCalledTimes(4);
});

it("does not run again before the run before has ended, and then once for all calls meanwhile", async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn<() => Promise<void>>(() => new Promise((resolve) => void ends.push(resolve)));
  const calls = limitCalls(run, 1_000);
  calls.call();
  calls.call();
  calls.call();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it("goes on after a run that failed", async () => {
  const run = vi.fn<() => Promise<void>>(() => Promise.reject(new Error("Not read")));
  const calls = limitCalls(run, 1_000);
  calls.call();
  calls.call();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it("forgets what waits when it is stopped, also during a run", async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn<() => Promise<void>>(() => new Promise((resolve) => void ends.push(resolve)));
  const calls = limitCalls(run, 5_000);
  calls.call();
  calls.call();
  calls.stop();
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});
