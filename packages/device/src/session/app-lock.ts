import { isUnusedTooLong } from "@fieldfare/domain";
import { nameInBuild } from "../build.ts";
import type { Device } from "../device.ts";
import type { DeviceEvent } from "../events.ts";

/** The part of the browser's `Storage` that is needed. */
export type LockStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const tabKey = nameInBuild("fieldfare.unlocked");
const useKey = nameInBuild("fieldfare.last-use");

/** Milliseconds between two writes of the last use. */
const writeEveryMs = 5_000;

/** The lock that asks for the PIN at each start and after a time without use. One for each page. */
export interface AppLock {
  /** Whether this engineer has to enter the PIN first. */
  isLockedFor(ownerId: string): boolean;
  /**
   * Called when the engineer touches the app. Returns false if that was too late: it has locked the app, and the touch
   * must have no effect.
   */
  recordUse(): boolean;
  /** Locks if the time without use is over. Returns the milliseconds to the next check, null for none. */
  check(): number | null;
  /** Stores the last use now: the page may be about to end. */
  flush(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates the lock of a page. `tabStorage` lasts as long as the tab, also over a reload and while the browser has
 * ended the page to save memory, as it does behind the camera: such a page is no start of the app. All tabs share
 * `sharedStorage`, which has the last use.
 */
export function createAppLock(
  device: Pick<Device, "ports" | "events" | "engineer">,
  tabStorage: LockStorage,
  sharedStorage: LockStorage,
): AppLock {
  const { ports, events } = device;
  const listeners = new Set<() => void>();
  let usedAt = ports.now().getTime();
  let usedElapsed = ports.elapsed();
  let writtenAt: number | null = null;

  const readShared = () => readLastUse(sharedStorage);
  /** True if nobody has used any tab for the time. The use of another tab counts by the phone's clock. */
  const isUnused = (minutes: number): boolean => {
    const now = ports.now().getTime();
    const elapsedMs = ports.elapsed() - usedElapsed;
    if (!isUnusedTooLong({ usedAt, elapsedMs }, now, minutes)) return false;
    const shared = readShared();
    if (shared === null || shared === writtenAt) return true;
    if (isUnusedTooLong({ usedAt: shared, elapsedMs: 0 }, now, minutes)) return true;
    usedAt = shared;
    usedElapsed = ports.elapsed() - Math.abs(now - shared);
    return false;
  };
  const { lockAfterMinutes: minutesAtStart } = ports.clientSettings();
  let unlockedId = readUnlocked();

  function readUnlocked(): string | null {
    // The operator wants no lock.
    if (minutesAtStart === null) return device.engineer?.ownerId ?? null;
    return readUnlockedId(tabStorage, sharedStorage, ports.now().getTime(), minutesAtStart);
  }
  /** What a reload needs to read what is stored. It must not outlast the lock. */
  function keepDataKey() {
    const { engineer } = device;
    const dataKey = engineer?.ownerId === unlockedId ? engineer.sealing?.dataKey : null;
    if (unlockedId !== null && dataKey) ports.heldKeys?.hold(unlockedId, dataKey);
    else ports.heldKeys?.clear();
  }
  const isSealed = () => device.engineer?.sealing?.isLocked === true;
  const touch = () => {
    usedAt = ports.now().getTime();
    usedElapsed = ports.elapsed();
  };
  const flush = () => {
    if (unlockedId === null) return;
    writtenAt = usedAt;
    write(sharedStorage, useKey, String(usedAt));
  };
  const change = (id: string | null) => {
    unlockedId = id;
    write(tabStorage, tabKey, id);
    keepDataKey();
    for (const listener of listeners) listener();
  };
  const lock = () => {
    if (unlockedId === null) return;
    write(sharedStorage, useKey, null);
    change(null);
  };
  const check = () => {
    const { lockAfterMinutes } = ports.clientSettings();
    if (unlockedId === null || lockAfterMinutes === null) return null;
    if (isUnused(lockAfterMinutes)) {
      lock();
      events.emit({ kind: "app-locked" });
      return null;
    }
    // The page's own clock may have stood still while the phone slept.
    const unusedMs = Math.max(
      ports.elapsed() - usedElapsed,
      Math.abs(ports.now().getTime() - usedAt),
    );
    return Math.max(1_000, lockAfterMinutes * 60_000 - unusedMs);
  };

  events.on((event) => {
    if (event.kind === "app-unlocked") {
      const { engineer } = device;
      const wasSealed = isSealed();
      if (event.dataKey && engineer?.ownerId === event.unlockedId && wasSealed)
        engineer.sealing?.unlock(new Uint8Array(event.dataKey));
      // The answer to a tab that has just started is no use of this one.
      if (event.unlockedId === unlockedId && wasSealed === isSealed()) return keepDataKey();
      touch();
      change(event.unlockedId);
      flush();
    } else if (event.kind === "app-locked") lock();
    else if (event.kind === "app-lock-asked") {
      check();
      if (unlockedId !== null && !isSealed()) events.emit(describeUnlocked(device, unlockedId));
    }
  });
  keepDataKey();
  if (unlockedId === null || isSealed()) events.emit({ kind: "app-lock-asked" });
  if (unlockedId !== null) {
    // Without it the next reload would be a start, once the operator wants a lock.
    write(tabStorage, tabKey, unlockedId);
    flush();
  }

  return {
    isLockedFor: (ownerId) => unlockedId !== ownerId || isSealed(),
    recordUse() {
      if (unlockedId === null) return true;
      check();
      if (unlockedId === null) return false;
      touch();
      if (writtenAt === null || Math.abs(usedAt - writtenAt) >= writeEveryMs) flush();
      return true;
    },
    check,
    flush,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the engineer for whom this tab is unlocked, also over a reload; null once it was not used for `minutes`. */
export function readUnlockedId(
  tabStorage: LockStorage,
  sharedStorage: LockStorage,
  now: number,
  minutes: number,
): string | null {
  const usedAt = readLastUse(sharedStorage);
  return usedAt === null || isUnusedTooLong({ usedAt, elapsedMs: 0 }, now, minutes)
    ? null
    : read(tabStorage, tabKey);
}

/** Milliseconds since 1970. */
function readLastUse(sharedStorage: LockStorage): number | null {
  const stored = Number(read(sharedStorage, useKey) ?? Number.NaN);
  return Number.isFinite(stored) ? stored : null;
}

/** Tells the other tabs that the app is open, with what they need to read what is stored. */
export function describeUnlocked(
  { engineer }: Pick<Device, "engineer">,
  unlockedId = engineer?.ownerId ?? "",
): DeviceEvent {
  const dataKey = engineer?.ownerId === unlockedId ? engineer.sealing?.dataKey : null;
  return { kind: "app-unlocked", unlockedId, ...(dataKey && { dataKey: dataKey.slice().buffer }) };
}

// A browser that blocks storage, or has none left, asks for the PIN once more.
function read(storage: LockStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: LockStorage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // As above.
  }
}
