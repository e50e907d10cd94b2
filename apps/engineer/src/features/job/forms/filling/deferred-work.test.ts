import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeferredWork } from "./deferred-work.ts";

let frames: (() => void)[] = [];
const draw = () => frames.splice(0).forEach((frame) => frame());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  frames = [];
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("runs scheduled work after the next frame", () => {
  const deferred = createDeferredWork();
  const work = vi.fn<() => void>();
  deferred.schedule({}, work);
  draw();
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

it("runs work that is scheduled between the frame and the earlier work", () => {
  const deferred = createDeferredWork();
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  deferred.schedule({}, first);
  draw();
  deferred.schedule({}, second);
  draw();
  vi.runAllTimers();
  expect(first).toHaveBeenCalledOnce();
  expect(second).toHaveBeenCalledOnce();
});
