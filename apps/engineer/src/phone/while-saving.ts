import type { Result } from "@fieldfare/domain";
import { useCallback, useMemo, useState } from "react";

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
      const own = after === null ? null : { before: stored, after, isStored: false };
      if (own) setChange(own);
      let isStored = false;
      try {
        const result = await store();
        isStored = result.ok;
        return result;
      } finally {
        // The screen may read the change from the database later than the journal has it.
        // A change that was begun meanwhile is still being saved.
        setChange((current) =>
          current !== own ? current : own && isStored ? { ...own, isStored } : null,
        );
      }
    },
    [stored],
  );
  const isSaving = change !== null && !change.isStored;
  const isShown = change !== null && (isSaving || change.before === stored);
  return { shown: isShown ? change.after : stored, isSaving, save };
}

export interface RemovalWhileSaving {
  /** True from the next frame after the tap until the database and the journal have the removal. */
  readonly isRemoving: boolean;
  /** True once they have it, before the list has been read again: the row is not shown any more. */
  readonly isGone: boolean;
  readonly remove: <R extends Result<unknown, string>>(store: () => Promise<R>) => Promise<R>;
}

/** Answers the removal of `row` in the next frame. A refusal or an error shows the row as it was. */
export function useRemovalWhileSaving(row: object): RemovalWhileSaving {
  const stored = useMemo(() => ({ row, isGone: false }), [row]);
  const { shown, isSaving, save } = useWhileSaving(stored);
  const remove = useCallback(
    <R extends Result<unknown, string>>(store: () => Promise<R>) =>
      save({ row, isGone: true }, store),
    [row, save],
  );
  return { isRemoving: isSaving, isGone: shown.isGone && !isSaving, remove };
}
