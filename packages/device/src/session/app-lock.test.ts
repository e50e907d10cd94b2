import { beforeEach, describe, expect, it } from "vitest";
import { createEvents, type DeviceEvent } from "../events.ts";
import { aFakeServer, aSignedInPhone, owner } from "../testing/fake-server.ts";
import type { Device } from "../device.ts";
import { type AppLock, createAppLock, type LockStorage } from "./app-lock.ts";
import { defaultClientSettings } from "./client-settings.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let device: Device;
let wallClock: number;
let elapsed: number;
let lockAfterMinutes: number | null;
let shared: LockStorage;
let tabs: ReturnType<typeof createEvents>[];
beforeEach(async () => {
  ({ device } = await aSignedInPhone(aFakeServer()));
  wallClock = Date.UTC(2026, 2, 2, 12);
  elapsed = 0;
  lockAfterMinutes = 15;
  shared = aStorage();
  tabs = [];
});

/** A page with events that reach the other pages. */
function openTab(tabStorage = aStorage()): AppLock {
  const events = createEvents((event: DeviceEvent) => {
    for (const other of tabs) if (other !== events) other.receive(event);
  });
  tabs.push(events);
  const ports = {
    ...device.ports,
    now: () => new Date(wallClock),
    elapsed: () => elapsed,
    clientSettings: () => ({ ...defaultClientSettings, lockAfterMinutes }),
  };
  return createAppLock({ ports, events, engineer: device.engineer }, tabStorage, shared);
}

/** The browser ends the page, or the phone; storage stays. */
function endPage() {
  tabs = [];
}

function enterPin() {
  tabs[0]?.emit({ kind: "app-unlocked", unlockedId: owner });
}

function pass(ms: number) {
  wallClock += ms;
  elapsed += ms;
}

describe("At a start of the app", () => {
  it("the PIN is asked, and not again once it was entered", () => {
    const lock = openTab();
    expect(lock.isLockedFor(owner)).toBe(true);
    enterPin();
    expect(lock.isLockedFor(owner)).toBe(false);
  });

  it("the PIN of one engineer does not open the app for another", () => {
    const lock = openTab();
    enterPin();
    expect(lock.isLockedFor("0190a000-0000-7000-8000-000000000002")).toBe(true);
  });

  it("the PIN is asked in a new tab, however short the last use is ago", () => {
    openTab();
    enterPin();
    endPage();
    expect(openTab().isLockedFor(owner)).toBe(true);
  });

  it("the PIN is not asked in a second tab while the first is open", () => {
    openTab();
    enterPin();
    expect(openTab().isLockedFor(owner)).toBe(false);
  });

  it("no PIN is asked where the operator wants none", () => {
    lockAfterMinutes = null;
    const lock = openTab();
    expect(lock.isLockedFor(owner)).toBe(false);
    pass(day);
    expect(lock.check()).toBeNull();
    expect(lock.recordUse()).toBe(true);
  });

  it("a reload is no start after the operator has changed from no lock to one", () => {
    lockAfterMinutes = null;
    const tab = aStorage();
    openTab(tab);
    lockAfterMinutes = 15;
    endPage();
    expect(openTab(tab).isLockedFor(owner)).toBe(false);
  });
});

describe("A reload for an update, or a page that the camera's memory has ended,", () => {
  let tabStorage: LockStorage;
  beforeEach(() => {
    tabStorage = aStorage();
    const lock = openTab(tabStorage);
    enterPin();
    pass(10 * minute);
    lock.recordUse();
    lock.flush();
    endPage();
    // A new page has a new clock of its own.
    elapsed = 0;
  });

  it("is no start within the time", () => {
    wallClock += 15 * minute - 1;
    expect(openTab(tabStorage).isLockedFor(owner)).toBe(false);
  });

  it.each([15 * minute, 3 * day, -3 * day])(
    "asks for the PIN once after %d ms by the phone's clock",
    (ms) => {
      wallClock += ms;
      const lock = openTab(tabStorage);
      expect(lock.isLockedFor(owner)).toBe(true);
      enterPin();
      endPage();
      expect(openTab(tabStorage).isLockedFor(owner)).toBe(false);
    },
  );

  it("asks for the PIN if the app was locked before", () => {
    const lock = openTab(tabStorage);
    pass(15 * minute);
    lock.check();
    endPage();
    expect(openTab(tabStorage).isLockedFor(owner)).toBe(true);
  });
});

describe("While the app is open", () => {
  let lock: AppLock;
  beforeEach(() => {
    lock = openTab();
    enterPin();
  });

  it("the app locks after the time without use", () => {
    expect(lock.check()).toBe(15 * minute);
    pass(15 * minute - 1);
    expect(lock.check()).not.toBeNull();
    expect(lock.isLockedFor(owner)).toBe(false);
    pass(1);
    expect(lock.check()).toBeNull();
    expect(lock.isLockedFor(owner)).toBe(true);
  });

  it("each use begins the time anew", () => {
    for (let time = 0; time < 10; time += 1) {
      pass(14 * minute);
      expect(lock.recordUse()).toBe(true);
    }
    expect(lock.isLockedFor(owner)).toBe(false);
  });

  it("a touch after the time has no effect and locks", () => {
    pass(20 * minute);
    expect(lock.recordUse()).toBe(false);
    expect(lock.isLockedFor(owner)).toBe(true);
  });

  it("the app locks although somebody sets the clock back", () => {
    elapsed += 15 * minute;
    lock.check();
    expect(lock.isLockedFor(owner)).toBe(true);
  });

  it("the time counts in which the phone slept and its own clock stood still", () => {
    wallClock += 15 * minute;
    lock.check();
    expect(lock.isLockedFor(owner)).toBe(true);
  });

  it("a phone that slept for most of the time locks after the rest of it", () => {
    wallClock += 14 * minute;
    expect(lock.check()).toBe(minute);
  });

  it("a clock that is set back three days asks once and then goes on by the new time", () => {
    wallClock -= 3 * day;
    lock.check();
    expect(lock.isLockedFor(owner)).toBe(true);
    enterPin();
    pass(14 * minute);
    expect(lock.recordUse()).toBe(true);
  });

  it("two tabs lock and unlock together", () => {
    const other = openTab();
    pass(15 * minute);
    other.check();
    expect([lock, other].map((tab) => tab.isLockedFor(owner))).toEqual([true, true]);
    enterPin();
    expect([lock, other].map((tab) => tab.isLockedFor(owner))).toEqual([false, false]);
  });

  it("the use of one tab counts in the other", () => {
    const other = openTab();
    pass(14 * minute);
    other.recordUse();
    pass(14 * minute);
    expect(lock.check()).toBe(minute);
    expect(lock.isLockedFor(owner)).toBe(false);
    pass(minute);
    expect(lock.check()).toBeNull();
    expect(other.isLockedFor(owner)).toBe(true);
  });

  it("a setting of the operator takes effect without a start", () => {
    lockAfterMinutes = 5;
    pass(5 * minute);
    lock.check();
    expect(lock.isLockedFor(owner)).toBe(true);
  });
});

it("A browser that blocks storage asks for the PIN and opens with it", () => {
  const blocked: LockStorage = {
    getItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
    removeItem: () => {
      throw new DOMException("blocked", "SecurityError");
    },
  };
  shared = blocked;
  const lock = openTab(blocked);
  expect(lock.isLockedFor(owner)).toBe(true);
  enterPin();
  expect(lock.isLockedFor(owner)).toBe(false);
});

function aStorage(): LockStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
