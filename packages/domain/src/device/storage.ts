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

/** No phone has more room than this: what a browser says beyond it is a placeholder. */
const maxQuotaBytes = 100_000_000_000_000;

/**
 * What the browser says about its room, without the figures that cannot be true: a use below zero, above the quota, or
 * of nothing while `counted` bytes are stored; a quota of nothing, or of more than any phone has.
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

/** Less than this left, or a tenth of all that may be used, whichever is less. */
const minFreeBytes = 50_000_000;
const minFreeShare = 0.1;
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

function isNearlyFull(state: StorageState): boolean {
  // A use above the quota is no figure to show, but it does mean that the room has run out.
  if (state.usage !== null && state.quota !== null && state.quota > 0 && state.usage > state.quota)
    return true;
  const { usage, quota } = plausibleStorage(state);
  if (usage === null || quota === null) return false;
  return quota - usage < Math.min(minFreeBytes, quota * minFreeShare);
}
