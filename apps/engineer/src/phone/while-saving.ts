import type { Result } from "@fieldfare/domain";
import { useCallback, useState } from "react";

interface Change<T> {
  readonly before: T;
  readonly after: T;
  readonly isStored: boolean;
}

export interface WhileSaving<T> {
  /** What the screen shows: the outcome of the action that is being saved, otherwise what is stored. */
  readonly shown: T;
  /** True until the database and the journal have the change. */
  readonly isSaving: boolean;
  /**
   * Shows `after` from the next frame on, and stores it with `store`. A refusal or an error brings back what is stored.
   * `after` is null when the outcome is not known: then nothing changes before it is stored.
   */
  readonly save: <R extends Result<unknown, string>>(
    after: T | null,
    store: () => Promise<R>,
  ) => Promise<R>;
}

/**
 * Answers a tap in the next frame, before its change is stored. `stored` is what the local database has, as `useLive`
 * reads it: another object after each change.
 */
export function useWhileSaving<T>(stored: T): WhileSaving<T> {
  const [change, setChange] = useState<Change<T> | null>(null);
  const save = useCallback(
    async <R extends Result<unknown, string>>(after: T | null, store: () => Promise<R>) => {
      if (after !== null) setChange({ before: stored, after, isStored: false });
      let isStored = false;
      try {
        const result = await store();
        isStored = result.ok;
        return result;
      } finally {
        // The screen may read the change from the database later than the journal has it.
        setChange((shown) => (shown && isStored ? { ...shown, isStored } : null));
      }
    },
    [stored],
  );
  const isSaving = change !== null && !change.isStored;
  const isShown = change !== null && (isSaving || change.before === stored);
  return { shown: isShown ? change.after : stored, isSaving, save };
}
