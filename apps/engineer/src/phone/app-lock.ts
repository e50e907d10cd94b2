import { type AppLock, createAppLock, type Device } from "@fieldfare/device";
import { useEffect, useSyncExternalStore } from "react";

/** What counts as use of the app. A screen reader clicks without a pointer. */
const uses = ["pointerdown", "keydown", "input", "wheel", "click"] as const;

/** Milliseconds in which further uses are not recorded. */
const recordEveryMs = 1_000;

let appLock: AppLock | null = null;

/** The engineer whose screen has to be hidden while the app is locked; null where nothing has to be. */
let guardedId: string | null = null;

/** What had the focus when the app locked. */
let focusedBelow: Element | null = null;

/** Starts the lock of this page, and watches the use of the app. Called once at start. */
export function startAppLock(device: Device): AppLock {
  const lock = createAppLock(device, sessionStorage, localStorage);
  appLock = lock;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const ms = lock.check();
    if (ms !== null) timer = setTimeout(check, ms);
  };
  let recordedAt = Number.NEGATIVE_INFINITY;
  const record = (event: Event) => {
    // The app's own clicks, which open a file chooser or save a file, are nobody's use.
    if (!event.isTrusted || performance.now() - recordedAt < recordEveryMs) return;
    recordedAt = performance.now();
    if (lock.recordUse() || guardedId === null) return;
    // The first touch after the time must do nothing on the screen that is being hidden.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const use of uses) addEventListener(use, record, { capture: true, passive: false });
  // Timers stand still while the phone sleeps.
  for (const back of ["focus", "pageshow"]) addEventListener(back, check);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") check();
    else lock.flush();
  });
  addEventListener("pagehide", () => lock.flush());
  let wasLocked = false;
  lock.subscribe(() => {
    const isLocked = guardedId !== null && lock.isLockedFor(guardedId);
    // Another word of the lock finds the focus in the PIN.
    if (isLocked && !wasLocked) focusedBelow = document.activeElement;
    wasLocked = isLocked;
    check();
  });
  check();
  return lock;
}

/** Whether the PIN is asked instead of the screen. `ownerId` is null where no PIN is needed. */
export function useAppLock(ownerId: string | null): boolean {
  useEffect(() => {
    guardedId = ownerId;
  }, [ownerId]);
  return useSyncExternalStore(
    subscribe,
    () => ownerId !== null && (appLock?.isLockedFor(ownerId) ?? false),
  );
}

/** Puts the focus back to where it was when the app locked. Called when the screen is shown again. */
export function focusBelowLock(): void {
  if (focusedBelow instanceof HTMLElement && focusedBelow.isConnected)
    focusedBelow.focus({ preventScroll: true });
  focusedBelow = null;
}

function subscribe(listener: () => void): () => void {
  return appLock?.subscribe(listener) ?? (() => undefined);
}
