const hourMs = 3_600_000;

/** The first year of the rule of `isSummer`. */
const firstYear = 1996;

/** Formats day and time of London: `21/11/2026 09:00`. */
export function londonTime(at: Date): string {
  const [day = "", time = ""] = readLondonClock(at).split("T");
  return `${day.split("-").toReversed().join("/")} ${time}`;
}

/**
 * Returns what the clock in London shows: `2026-11-21T09:00`. The browser is not asked, because it would load its languages first,
 * which takes a slow phone as long as drawing its list of jobs.
 *
 * @throws RangeError if the date is invalid
 */
export function readLondonClock(at: Date): string {
  const year = at.getUTCFullYear();
  // Sweden writes a time as ISO 8601 does.
  if (year < firstYear)
    return at
      .toLocaleString("sv-SE", { timeZone: "Europe/London" })
      .replace(" ", "T")
      .padStart(19, "0")
      .slice(0, 16);
  return new Date(at.getTime() + (isSummer(at, year) ? hourMs : 0)).toISOString().slice(0, 16);
}

/** Summer time begins and ends at 01:00 UTC on the last Sunday of March and October: Summer Time Order 2002, as since 1996. */
function isSummer(at: Date, year: number): boolean {
  return at >= lastSunday(year, 2) && at < lastSunday(year, 9);
}

/** Returns 01:00 UTC on the last Sunday of a month, 0 for January. */
function lastSunday(year: number, month: number): Date {
  const day = new Date(Date.UTC(year, month + 1, 0, 1));
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day;
}
