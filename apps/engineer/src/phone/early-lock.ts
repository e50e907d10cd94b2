/** What the engineer did in the early lock, before the app could answer. */
export interface EarlyInput {
  readonly pin: string;
  /** The name of the button that was tapped, undefined if none was. */
  readonly tapped: string | undefined;
}

/** The lock that the page draws before the app (`app/early-lock.ts`). */
export const earlyLockId = "early-lock";

/** In `localStorage`: the lock's markup, after the name of the build. */
export const markupKey = "fieldfare.lock";

/** In `sessionStorage`, which a reload keeps: this tab has shown the app. */
export const openedKey = "fieldfare.was-open";

/** Removes the early lock. Returns what was entered in it, null where there was none. */
export function removeEarlyLock(): EarlyInput | null {
  const lock = document.getElementById(earlyLockId);
  if (!lock) return null;
  lock.remove();
  return { pin: lock.querySelector("input")?.value ?? "", tapped: lock.dataset["tapped"] };
}

/** Called where the next start does not ask for the PIN: nobody is signed in, or the operator wants no lock. */
export function forgetEarlyLock(): void {
  localStorage.removeItem(markupKey);
}

/** Called when the app is unlocked in this tab, because a reload of it does not ask for the PIN. */
export function markOpened(): void {
  try {
    sessionStorage.setItem(openedKey, "");
  } catch {
    // Without space a reload shows the early lock for a moment.
  }
}
