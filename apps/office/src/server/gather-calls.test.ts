import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gatherCalls } from "./gather-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("Gathered calls", () => {
  it("run once for several calls in a second, and again for a later one", async () => {
    const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const calls = gatherCalls(run, 1_000);
    calls.call();
    vi.advanceTimersByTime(400);
    calls.call();
    vi.advanceTimersByTime(500);
    calls.call();
    expect(run).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(run).toHaveBeenCalledTimes(1);
    calls.call();
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("do not run again before the run before has ended, and once for all calls meanwhile", async () => {
    const ends: (() => void)[] = [];
    const run = vi.fn<() => Promise<void>>(
      () => new Promise<void>((resolve) => void ends.push(resolve)),
    );
    const calls = gatherCalls(run, 1_000);
    calls.call();
    await vi.advanceTimersByTimeAsync(1_000);
    calls.call();
    calls.call();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("run no more if they are stopped during a run", async () => {
    const ends: (() => void)[] = [];
    const run = vi.fn<() => Promise<void>>(
      () => new Promise<void>((resolve) => void ends.push(resolve)),
    );
    const calls = gatherCalls(run, 1_000);
    calls.call();
    await vi.advanceTimersByTimeAsync(1_000);
    calls.call();
    calls.stop();
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("run no more once they are stopped", () => {
    const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const calls = gatherCalls(run, 1_000);
    calls.call();
    calls.stop();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(0);
  });
});
