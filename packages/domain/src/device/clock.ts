const hourMs = 3_600_000;

/**
 * How many whole hours the phone's clock is off: above zero where it is behind the server's, below where it is ahead.
 * Null for less than an hour, which changes no appointment.
 */
export function hoursClockOff(serverTime: Date, phoneTime: Date): number | null {
  const offset = serverTime.getTime() - phoneTime.getTime();
  return Math.abs(offset) < hourMs ? null : Math.round(offset / hourMs);
}
