import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { frameScheduler } from "./frame-scheduler.ts";

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
  const work = vi.fn<() => void>();
  frameScheduler.afterFrame(work);
  draw();
  expect(work).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(work).toHaveBeenCalledOnce();
});

it("runs work that is scheduled between the frame and the earlier work", () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  frameScheduler.afterFrame(first);
  draw();
  frameScheduler.afterFrame(second);
  draw();
  vi.runAllTimers();
  expect(first).toHaveBeenCalledOnce();
  expect(second).toHaveBeenCalledOnce();
});

it("runs no work that is cancelled, before the frame or after it", () => {
  const work = vi.fn<() => void>();
  frameScheduler.afterFrame(work)();
  draw();
  const cancel = frameScheduler.afterFrame(work);
  draw();
  cancel();
  frameScheduler.after(350, work)();
  vi.runAllTimers();
  expect(work).not.toHaveBeenCalled();
});

it("runs work at once in the background, where no frame is drawn", () => {
  vi.stubGlobal("document", { visibilityState: "hidden" });
  const work = vi.fn<() => void>();
  frameScheduler.afterFrame(work);
  frameScheduler.after(350, work);
  expect(work).toHaveBeenCalledTimes(2);
});
