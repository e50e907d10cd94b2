import { useSyncExternalStore } from "react";

/** What the screens know of a new version, and how it is looked for and taken over. */
export interface UpdateState {
  /** Null while none waits; else takes it over, or says why not now. */
  readonly apply: (() => void) | null;
  /** Null where there is no service worker to ask. */
  readonly check: (() => Promise<void>) | null;
}

let current: UpdateState = { apply: null, check: null };
const listeners = new Set<() => void>();

export function setUpdateState(change: Partial<UpdateState>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function useUpdate(): UpdateState {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
