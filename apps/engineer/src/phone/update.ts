import { useSyncExternalStore } from "react";

/** The update functions that the screens offer. */
export interface UpdateState {
  /** Activates the waiting version, or says why it cannot yet. Null while no version waits. */
  readonly apply: (() => void) | null;
  /** Checks for a new version, and returns whether there is one. Throws without a network. Null without a service worker. */
  readonly check: (() => Promise<boolean>) | null;
  /** True while the service worker could not be registered, as in a private window. It is tried again. */
  readonly isRefused: boolean;
}

let current: UpdateState = { apply: null, check: null, isRefused: false };
const listeners = new Set<() => void>();

/** Changes what screens can do about a new version, and redraws those that show it. */
export function setUpdateState(change: Partial<UpdateState>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

/** What a screen can do about a new version of the app. */
export function useUpdate(): UpdateState {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
