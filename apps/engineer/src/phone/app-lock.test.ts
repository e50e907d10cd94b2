import { createEvents, type Device } from "@fieldfare/device";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startAppLock } from "./app-lock.ts";

const minute = 60_000;
let elapsed: number;
let listeners: Map<string, (event: Partial<Event>) => void>;

beforeEach(() => {
  elapsed = 0;
  listeners = new Map();
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal("document", { addEventListener: () => undefined });
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ["A click without a pointer, as a screen reader makes it, counts as use", true],
  ["A click that the app makes itself is no use", false],
])("%s", (_name, isTrusted) => {
  const events = createEvents();
  const ports = {
    now: () => new Date(elapsed),
    elapsed: () => elapsed,
    clientSettings: () => ({ lockAfterMinutes: 15 }),
  };
  const lock = startAppLock({ events, ports, engineer: null } as unknown as Device);
  events.emit({ kind: "app-unlocked", unlockedId: "sam" });
  elapsed += 14 * minute;
  listeners.get("click")?.({ isTrusted });
  elapsed += 14 * minute;
  lock.check();
  expect(lock.isLockedFor("sam")).toBe(!isTrusted);
});
