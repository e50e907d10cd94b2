/** What the engineer did in the early lock, before the app could answer. */
export interface EarlyInput {
  readonly pin: string;
  /** The name of the button that was tapped last, undefined if none was. */
  readonly tapped: string | undefined;
}

/** The id of the lock that the page draws before the app (`app/early-lock.ts`). */
export const earlyLock = "early-lock";

/** In `localStorage`: the lock's markup, after the name of the build. */
export const markupKey = "fieldfare.lock";

/** In `sessionStorage`, which a reload keeps: this tab has shown the app. */
export const openedKey = "fieldfare.was-open";

/** Takes the early lock away. Returns what was entered in it, null where there was none. */
export function takeEarlyLock(): EarlyInput | null {
  const lock = document.getElementById(earlyLock);
  if (!lock) return null;
  lock.remove();
  return { pin: lock.querySelector("input")?.value ?? "", tapped: lock.dataset["tapped"] };
}

/** Called where a start does not ask for the PIN: nobody is signed in, or the operator wants no lock. */
export function forgetEarlyLock(): void {
  localStorage.removeItem(markupKey);
}

/** Called when this tab shows the app: a reload is no start. */
export function markOpened(): void {
  try {
    sessionStorage.setItem(openedKey, "");
  } catch {
    // Without space a reload shows the early lock for a moment.
  }
}
