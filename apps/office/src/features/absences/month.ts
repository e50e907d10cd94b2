import { addDays, addMonths, countDays, type DayRange, isoWeekday } from "@fieldfare/domain";

const dayName = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const monthName = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  month: "long",
  year: "numeric",
});

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);

/** A month, such as `2026-03`, as "March 2026". */
export function formatMonth(month: string): string {
  return monthName.format(atNoon(`${month}-01`));
}

/** The month so many months later. */
export function shiftMonth(month: string, by: number): string {
  return addMonths(`${month}-01`, by).slice(0, 7);
}

/** The days of a month in order. */
export function daysOf(month: string): string[] {
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return Array.from({ length: countDays(first, last) }, (_, index) => addDays(first, index));
}

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as const;

/** The first two letters of the day's name. */
export function shortWeekday(day: string): string {
  return weekdays[isoWeekday(day) - 1] ?? "";
}

/** Whether somebody works on the day. */
export function isWorkingDay(day: string, nonWorkingDays: readonly string[]): boolean {
  return isoWeekday(day) <= 5 && !nonWorkingDays.includes(day);
}

/** Days as "Mon, 21 Dec 2026 to Thu, 31 Dec 2026", with the ranges in order. */
export function formatDays(days: readonly DayRange[]): string {
  return days
    .toSorted((one, other) => one.dateFrom.localeCompare(other.dateFrom))
    .map(({ dateFrom, dateTo }) =>
      dateFrom === dateTo
        ? dayName.format(atNoon(dateFrom))
        : `${dayName.format(atNoon(dateFrom))} to ${dayName.format(atNoon(dateTo))}`,
    )
    .join(", ");
}

/** Where a range is in the month: from the index of its first day to that of its last; null: outside of it. */
export function placeInMonth(
  { dateFrom, dateTo }: DayRange,
  days: readonly string[],
): { readonly first: number; readonly last: number } | null {
  const first = days.findIndex((day) => day >= dateFrom);
  const last = days.findLastIndex((day) => day <= dateTo);
  return first === -1 || last === -1 || first > last ? null : { first, last };
}
