import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as changes from "./changes.ts";

let followChanges: typeof changes.followChanges;
let readLiveState: typeof changes.readLiveState;

const ignore = () => undefined;

beforeEach(async () => {
  vi.resetModules();
  vi.doMock("./request.ts", () => ({
    requestStream: () => Promise.reject(new Error("No connection")),
  }));
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: ignore });
  ({ followChanges, readLiveState } = await import("./changes.ts"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("./request.ts");
});

async function followUntilNotLive() {
  const stop = followChanges(ignore);
  await vi.waitFor(() => expect(readLiveState().kind).toBe("not-live"));
  return { stop, notLive: readLiveState() };
}

it("since when changes do not arrive is forgotten when the last screen that follows them is left", async () => {
  const first = await followUntilNotLive();
  first.stop();
  await Promise.resolve();
  expect(readLiveState()).toEqual({ kind: "connecting" });
});

it("the next screen, which follows them at once, says the same time", async () => {
  const first = await followUntilNotLive();
  first.stop();
  const stop = followChanges(ignore);
  await Promise.resolve();
  expect(readLiveState()).toEqual(first.notLive);
  stop();
});
