import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitCalls } from "./limit-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs at once, and then once for all calls of the time, at its end", () => {
  const run = vi.fn<() => void>();
  const calls = limitCalls(run, 5_000);
  calls.call();
  expect(run).toHaveBeenCalledTimes(1);
  calls.call();
  calls.call();
  vi.advanceTimersByTime(4_900);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(2);
  calls.call();
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(3);
  calls.call();
  expect(run).toHaveBeenCalledTimes(4);
});

it("forgets what waits when it is stopped", () => {
  const run = vi.fn<() => void>();
  const calls = limitCalls(run, 5_000);
  calls.call();
  calls.call();
  calls.stop();
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(1);
});
