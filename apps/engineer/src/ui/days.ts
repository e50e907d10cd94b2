/** Created at its first use: on a slow phone that takes longer than the rest of this file. */
let weekday: Intl.DateTimeFormat | undefined;

/** Returns a calendar day, "2026-01-31", as DD/MM/YYYY. */
export function formatDay(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** Returns a calendar day with its weekday: Sat 31/01/2026. */
export function formatWeekday(day: string): string {
  weekday ??= new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short" });
  return `${weekday.format(new Date(`${day}T12:00:00Z`))} ${formatDay(day)}`;
}
