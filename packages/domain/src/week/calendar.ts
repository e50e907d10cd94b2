/** Arithmetic on days of the calendar, `2026-01-31`: no hours, so no clock change can move them. */
const dayMs = 86_400_000;

export function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && dayOf(at) === day;
}

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs);
}

/** 1 Monday ... 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** How many days lie from one to the other, both included; 0 where the second is the earlier. */
export function countDays(from: string, to: string): number {
  const between = Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`);
  return Math.max(0, between / dayMs + 1);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
