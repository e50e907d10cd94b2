import type { Base } from "survey-core";

/** A state that changes. `read` returns the same object until it has changed. */
export interface Observable<State> {
  readonly read: (this: void) => State;
  /** Returns a function that stops the calls. */
  readonly subscribe: (this: void, listener: () => void) => () => void;
}

/** A state that its owner can have read again. */
export interface Observed<State> extends Observable<State> {
  /** Reads the state again, after the current work: what changes with one answer is read once. */
  readonly refresh: (this: void) => void;
  /** The same at once: a field that is being typed into has to show its letter before the event ends. */
  readonly refreshNow: (this: void) => void;
}

/** Observes parts of the library's model: one question, not the whole form. `compute` returns plain data. */
export function observe<State>(parts: readonly Base[], compute: () => State): Observed<State> {
  const listeners = new Set<() => void>();
  let latest: { readonly state: State } | null = null;
  let isCurrent = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const notifyLater = coalesce(notify);
  const changed = () => {
    isCurrent = false;
    notifyLater();
  };
  for (const part of parts) {
    part.addOnPropertyValueChangedCallback(changed);
    part.addOnArrayChangedCallback(changed);
  }
  return {
    read() {
      if (latest && isCurrent) return latest.state;
      // Before reading: the library makes the panels of a list while they are read, which is a change.
      isCurrent = true;
      const state = compute();
      if (!latest || !isSame(latest.state, state)) latest = { state };
      return latest.state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: changed,
    refreshNow() {
      isCurrent = false;
      notify();
    },
  };
}

/** Runs `work` once per microtask: one answer causes many change events, some of them during rendering. */
function coalesce(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    void Promise.resolve().then(() => {
      isWaiting = false;
      work();
    });
  };
}

/** Compares plain data. Functions and observables are the same only if they are identical. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, otherEntries] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === otherEntries.size &&
    entries.every(([key, value]) => otherEntries.has(key) && isSame(value, otherEntries.get(key)))
  );
}
