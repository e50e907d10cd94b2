/** Arithmetic on days of the calendar, `2026-01-31`: no hours, so no clock change can move them. */
const dayMs = 86_400_000;

export function isCalendarDay(day: unknown): day is string {
  if (typeof day !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && formatDay(at) === day;
}

export function addDays(day: string, count: number): string {
  return formatDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs);
}

/** The same day so many months on, or the last day of a month that is too short for it. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
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

/** 1 Monday ... 7 Sunday. */
export function isoWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export function startOfWeek(day: string): string {
  return addDays(day, 1 - isoWeekday(day));
}

/** How many days lie from one to the other, both included; 0 where the second is the earlier. */
export function countDays(from: string, to: string): number {
  const between = Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`);
  return Math.max(0, between / dayMs + 1);
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
