/** Calendar days are strings such as `2026-01-31`. They have no hours, so a clock change cannot move them. */
const dayMs = 86_400_000;

/** True for a day of the calendar as `2026-01-31`. */
export function isCalendarDay(day: unknown): day is string {
  if (typeof day !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && formatDay(at) === day;
}

/** Returns the day `count` days later, or earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs);
}

/** Returns the same day `months` later, or the last day of the month if that month is too short. */
export function addMonths(day: string, months: number): string {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const date = Number(day.slice(8, 10));
  const total = year * 12 + (month - 1) + months;
  const toYear = Math.floor(total / 12);
  const toMonth = total - toYear * 12;
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return [
    String(toYear).padStart(4, "0"),
    String(toMonth + 1).padStart(2, "0"),
    String(Math.min(date, last)).padStart(2, "0"),
  ].join("-");
}

/** Returns 1 for Monday to 7 for Sunday. */
export function isoWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns the Monday of the week. */
export function startOfWeek(day: string): string {
  return addDays(day, 1 - isoWeekday(day));
}

/** Counts the days of a range, both ends included. Returns 0 if `to` is earlier than `from`. */
export function countDays(from: string, to: string): number {
  const between = Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`);
  return Math.max(0, between / dayMs + 1);
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
