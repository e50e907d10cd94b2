/** A reason why an engineer may lose unsent work. */
export type StorageAlarm =
  | "nearly-full"
  | "not-persistent"
  | "unsent-old"
  | "one-copy"
  | "one-copy-of-others";

export interface StorageState {
  /** In bytes; null if the browser does not report it. */
  readonly usage: number | null;
  readonly quota: number | null;
  /** False if the browser may clear the storage; null if it does not say. */
  readonly isPersistent: boolean | null;
  /** False if unsent work is in the database only: there is no journal, or the journal fails. */
  readonly hasSecondCopy: boolean;
  /** False if that is so of a colleague's work on this phone. */
  readonly haveOthersSecondCopy: boolean;
  /** When the oldest unsent message was queued. */
  readonly oldestUnsentOn: string | null;
}

/** No phone has more storage than this: a browser that reports more reports a placeholder. */
const maxQuotaBytes = 100_000_000_000_000;

/**
 * Removes implausible figures from the browser's storage report: a usage below zero, above the quota, or of zero
 * while `storedBytes` are stored; a quota of zero, or larger than any phone has.
 */
export function plausibleStorage(
  { usage, quota }: Pick<StorageState, "usage" | "quota">,
  storedBytes = 0,
): Pick<StorageState, "usage" | "quota"> {
  const isSize = (bytes: number | null): bytes is number =>
    bytes !== null && Number.isFinite(bytes) && bytes >= 0;
  const hasQuota = isSize(quota) && quota > 0 && quota <= maxQuotaBytes;
  const hasUsage =
    isSize(usage) && (!hasQuota || usage <= quota) && (usage > 0 || storedBytes === 0);
  return { usage: hasUsage ? usage : null, quota: hasQuota ? quota : null };
}

/** Storage is nearly full with less than this left, or less than a tenth of the quota, whichever is smaller. */
const minFreeBytes = 50_000_000;
const minFreeShare = 0.1;
const dayMs = 86_400_000;

/** Returns the alarms, the most important first. A clock that was set back makes no message old. */
export function storageAlarms(state: StorageState, now: Date): readonly StorageAlarm[] {
  const alarms: StorageAlarm[] = [];
  if (isNearlyFull(state)) alarms.push("nearly-full");
  if (state.oldestUnsentOn !== null && now.getTime() - Date.parse(state.oldestUnsentOn) > dayMs)
    alarms.push("unsent-old");
  if (!state.hasSecondCopy) alarms.push("one-copy");
  if (!state.haveOthersSecondCopy) alarms.push("one-copy-of-others");
  if (state.isPersistent === false) alarms.push("not-persistent");
  return alarms;
}

/** Whether unsent work may be lost at any moment. */
export function isWorkInDanger(alarms: readonly StorageAlarm[]): boolean {
  return alarms.some((each) => each === "nearly-full" || each === "unsent-old");
}

function isNearlyFull(state: StorageState): boolean {
  // A usage above the quota is not shown as a figure, but it does mean that storage has run out.
  if (state.usage !== null && state.quota !== null && state.quota > 0 && state.usage > state.quota)
    return true;
  const { usage, quota } = plausibleStorage(state);
  if (usage === null || quota === null) return false;
  return quota - usage < Math.min(minFreeBytes, quota * minFreeShare);
}
