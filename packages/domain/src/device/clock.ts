const hourMs = 3_600_000;

/**
 * Returns by how many whole hours the phone's clock is off. `offsetMs` is server time minus phone time: positive if
 * the phone is behind. Returns null for less than an hour, which changes no appointment.
 */
export function clockOffsetHours(offsetMs: number): number | null {
  return Math.abs(offsetMs) < hourMs ? null : Math.round(offsetMs / hourMs);
}

const minuteMs = 60_000;
/** A request may take half a minute, so a smaller offset is not corrected. */
const minCorrectionMs = 5 * minuteMs;
/** A person who sets a clock by hand is this exact. */
const handSetMs = 2 * minuteMs;

/** Returns the milliseconds to add to the phone's clock for recorded times; 0 below five minutes. */
export function clockCorrection(offsetMs: number): number {
  return Math.abs(offsetMs) < minCorrectionMs ? 0 : offsetMs;
}

/**
 * Whether the phone's clock may have been set right since the last check at `seenMs`: it has gone back, or forward by
 * as much as it was off. The old correction is then unreliable.
 */
export function mayHaveBeenSet(correctionMs: number, seenMs: number, nowMs: number): boolean {
  const passed = nowMs - seenMs;
  return passed < 0 || passed >= Math.abs(correctionMs) - handSetMs;
}
