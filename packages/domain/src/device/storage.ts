/** What may cost an engineer unsent work. */
export type StorageAlarm = "nearly-full" | "not-persistent" | "unsent-old" | "one-copy";

export interface StorageState {
  /** Bytes; null where the browser does not say. */
  readonly usage: number | null;
  readonly quota: number | null;
  /** False when the browser may clear what is kept here; null where it does not say. */
  readonly isPersistent: boolean | null;
  /** False where unsent work lies in the database alone: no journal, or one that fails. */
  readonly hasSecondCopy: boolean;
  /** When the oldest unsent message was queued. */
  readonly oldestUnsentOn: string | null;
}

/** Less than this left, or a tenth of all that may be used, whichever is less. */
const leastFreeBytes = 50_000_000;
const leastFreeShare = 0.1;
const dayMs = 86_400_000;

/** In the order in which they matter. A clock that was set back makes nothing old. */
export function storageAlarms(state: StorageState, now: Date): readonly StorageAlarm[] {
  const alarms: StorageAlarm[] = [];
  if (isNearlyFull(state)) alarms.push("nearly-full");
  if (state.oldestUnsentOn !== null && now.getTime() - Date.parse(state.oldestUnsentOn) > dayMs)
    alarms.push("unsent-old");
  if (!state.hasSecondCopy) alarms.push("one-copy");
  if (state.isPersistent === false) alarms.push("not-persistent");
  return alarms;
}

function isNearlyFull({ usage, quota }: StorageState): boolean {
  if (usage === null || quota === null || quota <= 0) return false;
  return quota - usage < Math.min(leastFreeBytes, quota * leastFreeShare);
}
