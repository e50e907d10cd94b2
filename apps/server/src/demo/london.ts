const wallClock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Returns the moment at which London's clocks show `time` (`08:30`) on `day`. */
export function londonMoment(day: string, time: string): Date {
  const asIfUtc = new Date(`${day}T${time}:00.000Z`);
  const { hour, minute } = readClockParts(asIfUtc);
  const shown = new Date(`${day}T${hour}:${minute}:00.000Z`);
  return new Date(2 * asIfUtc.getTime() - shown.getTime());
}

/** Counts the days since 1 January 2026: the number of a day of the demo. */
export function dayNumber(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(2026, 0, 1)) / 86_400_000);
}

function readClockParts(at: Date): Record<string, string> {
  return Object.fromEntries(wallClock.formatToParts(at).map(({ type, value }) => [type, value]));
}
