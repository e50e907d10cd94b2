const hourMs = 3_600_000;

/**
 * How many whole hours the phone's clock is off, of server time less phone time in milliseconds: above zero where it is behind the server's, below where it is ahead.
 * Null for less than an hour, which changes no appointment.
 */
export function clockOffsetHours(offsetMs: number): number | null {
  return Math.abs(offsetMs) < hourMs ? null : Math.round(offsetMs / hourMs);
}

const minuteMs = 60_000;
/** Less changes nothing that is recorded: a request may take half a minute. */
const minCorrectionMs = 5 * minuteMs;
/** How exactly somebody sets a clock by hand. */
const handSetMs = 2 * minuteMs;

/** What is added to the phone's clock to date what it records, in milliseconds; 0 for less than five minutes. */
export function clockCorrection(offsetMs: number): number {
  return Math.abs(offsetMs) < minCorrectionMs ? 0 : offsetMs;
}

/**
 * Whether the phone's clock may have been set right since it was looked at last, at `seenMs`: it has gone back, or on
 * by as much as it was off. Then nobody knows how far it is off.
 */
export function mayHaveBeenSet(correctionMs: number, seenMs: number, nowMs: number): boolean {
  const passed = nowMs - seenMs;
  return passed < 0 || passed >= Math.abs(correctionMs) - handSetMs;
}
