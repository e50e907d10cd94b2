import { expect, it, vi } from "vitest";
import { aManualScheduler } from "../testing/manual-scheduler.ts";
import { createDeferredWork } from "./scheduler.ts";

const open = () => {
  const manual = aManualScheduler();
  return { ...manual, deferred: createDeferredWork(manual.scheduler) };
};
const work = () => vi.fn<() => void>();

it("runs scheduled work after the next frame", () => {
  const { deferred, drawFrame } = open();
  const once = work();
  deferred.schedule({}, once);
  expect(once).not.toHaveBeenCalled();
  drawFrame();
  expect(once).toHaveBeenCalledOnce();
});

it("replaces the work of the same owner, and runs it after a pause without a further call", () => {
  const { deferred, pass } = open();
  const [first, second, owner] = [work(), work(), {}];
  deferred.schedule(owner, first, 350);
  pass(300);
  deferred.schedule(owner, second, 350);
  pass(300);
  expect(deferred.isPending(owner)).toBe(true);
  expect(second).not.toHaveBeenCalled();
  pass(50);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
  expect(deferred.isPending(owner)).toBe(false);
});

it("runs everything at once when it is flushed, and nothing again", () => {
  const { deferred, drawFrame, pass } = open();
  const [text, choice] = [work(), work()];
  deferred.schedule({}, text, 350);
  deferred.schedule({}, choice);
  deferred.flush();
  drawFrame();
  pass(1000);
  expect(text).toHaveBeenCalledOnce();
  expect(choice).toHaveBeenCalledOnce();
});

it("runs the rest when one work throws, and throws the first error at the end", () => {
  const { deferred } = open();
  const fail = (message: string) => () => {
    throw new Error(message);
  };
  const last = work();
  deferred.schedule({}, fail("first"));
  deferred.schedule({}, fail("second"));
  deferred.schedule({}, last);
  expect(() => deferred.flush()).toThrow("first");
  expect(last).toHaveBeenCalledOnce();
});
