import { describe, expect, it } from "vitest";
import { plausibleStorage, storageAlarms, type StorageState } from "./storage.ts";

const now = new Date("2026-03-02T12:00:00.000Z");
const calm: StorageState = {
  usage: 40_000_000,
  quota: 10_000_000_000,
  isPersistent: true,
  hasSecondCopy: true,
  haveOthersSecondCopy: true,
  oldestUnsentOn: "2026-03-02T09:00:00.000Z",
};
const alarms = (given: Partial<StorageState>) => storageAlarms({ ...calm, ...given }, now);

describe("The storage figures of the browser", () => {
  it.each([
    [
      { usage: 10, quota: 100 },
      { usage: 10, quota: 100 },
    ],
    [
      { usage: 101, quota: 100 },
      { usage: null, quota: 100 },
    ],
    [
      { usage: -1, quota: 100 },
      { usage: null, quota: 100 },
    ],
    [
      { usage: Number.NaN, quota: 100 },
      { usage: null, quota: 100 },
    ],
    [
      { usage: 10, quota: 0 },
      { usage: 10, quota: null },
    ],
    [
      { usage: 10, quota: 1e18 },
      { usage: 10, quota: null },
    ],
    [
      { usage: null, quota: null },
      { usage: null, quota: null },
    ],
  ])("%o is shown as %o", (reported, shown) => {
    expect(plausibleStorage(reported)).toEqual(shown);
  });

  it("are ignored if the browser reports no usage although rows are stored", () => {
    expect(plausibleStorage({ usage: 0, quota: 100 }, 5)).toEqual({ usage: null, quota: 100 });
    expect(plausibleStorage({ usage: 0, quota: 100 })).toEqual({ usage: 0, quota: 100 });
  });
});

describe("the storage alarm", () => {
  it("is silent while there is space, storage is persistent and messages are being sent", () => {
    expect(alarms({})).toEqual([]);
    expect(alarms({ oldestUnsentOn: null })).toEqual([]);
  });

  it("is raised with less than 50 MB left, or a tenth of a small quota", () => {
    expect(alarms({ usage: 9_949_999_999 })).toEqual([]);
    expect(alarms({ usage: 9_950_000_001 })).toEqual(["nearly-full"]);
    expect(alarms({ usage: 89, quota: 100 })).toEqual([]);
    expect(alarms({ usage: 91, quota: 100 })).toEqual(["nearly-full"]);
    expect(alarms({ usage: 200, quota: 100 })).toEqual(["nearly-full"]);
  });

  it("is raised if the browser may clear the storage, but not if it does not say", () => {
    expect(alarms({ isPersistent: false })).toEqual(["not-persistent"]);
    expect(alarms({ isPersistent: null, usage: null, quota: null })).toEqual([]);
  });

  it("is raised when unsent work has one copy only", () => {
    expect(alarms({ hasSecondCopy: false })).toEqual(["one-copy"]);
    expect(alarms({ haveOthersSecondCopy: false })).toEqual(["one-copy-of-others"]);
  });

  it("is raised by unsent work that is older than a day, not by a clock that was set back", () => {
    expect(alarms({ oldestUnsentOn: "2026-03-01T12:00:00.000Z" })).toEqual([]);
    expect(alarms({ oldestUnsentOn: "2026-03-01T11:59:59.000Z" })).toEqual(["unsent-old"]);
    expect(alarms({ oldestUnsentOn: "2027-03-01T11:59:59.000Z" })).toEqual([]);
  });
});
