import { addDays } from "./days.ts";
import { readLondonClock } from "./london-clock.ts";

/** Returns the calendar day in London, YYYY-MM-DD. */
export function londonDay(at: Date): string {
  return readLondonClock(at).slice(0, 10);
}

/** Returns the last second of a day in London. */
export function endOfLondonDay(day: string): Date {
  const asIfUtc = Date.parse(`${day}T23:59:59Z`);
  const inSummer = new Date(asIfUtc - 3_600_000);
  return londonDay(new Date(inSummer.getTime() + 1000)) === day ? new Date(asIfUtc) : inSummer;
}

/** Returns the first moment of a day in London. */
export function startOfLondonDay(day: string): Date {
  return new Date(endOfLondonDay(addDays(day, -1)).getTime() + 1000);
}
