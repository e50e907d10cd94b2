import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gatherCalls } from "./gather-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("Gathered calls", () => {
  it("run once for several calls in a second, and again for a later one", () => {
    const run = vi.fn<() => void>();
    const calls = gatherCalls(run, 1_000);
    calls.call();
    vi.advanceTimersByTime(400);
    calls.call();
    vi.advanceTimersByTime(500);
    calls.call();
    expect(run).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(1);
    calls.call();
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("run no more once they are stopped", () => {
    const run = vi.fn<() => void>();
    const calls = gatherCalls(run, 1_000);
    calls.call();
    calls.stop();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(0);
  });
});
