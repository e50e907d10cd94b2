/** Minutes without use after which the app asks for the PIN again, unless the operator has set another number. */
export const defaultLockAfterMinutes = 15;

/** The last use of the app, by the phone's clock. */
export interface LastUse {
  /** Milliseconds since 1970 by the phone's clock, which anybody can set. */
  readonly usedAt: number;
  /** Milliseconds since then by a clock that cannot be set; 0 where it did not run. */
  readonly elapsedMs: number;
}

/**
 * True if the app has not been used for `minutes`. A clock that was set forwards or back by more than
 * that counts as time without use: the app asks for the PIN once, and goes on by the new time.
 */
export function isUnusedTooLong(lastUse: LastUse, now: number, minutes: number): boolean {
  const unusedMs = Math.max(lastUse.elapsedMs, Math.abs(now - lastUse.usedAt));
  return unusedMs >= minutes * 60_000;
}
