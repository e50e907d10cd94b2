import { addDays, isoWeekday } from "./days.ts";

/** Days from Monday to Friday that are no bank holiday of England. */
export interface WorkingDays {
  isWorkingDay(day: string): boolean;
  /** Returns the working day that is `count` working days after `day`: the day itself does not count. */
  add(day: string, count: number): string;
}

/**
 * Returns the working days of England. `furtherHolidays` are bank holidays that no rule gives, such as that of a
 * coronation, as `YYYY-MM-DD`.
 */
export function createWorkingDays(furtherHolidays: readonly string[] = []): WorkingDays {
  const holidays = new Set(furtherHolidays);
  const years = new Set<number>();
  const ends = new Map<string, string>();
  const isWorkingDay = (day: string) => {
    const year = Number(day.slice(0, 4));
    if (!years.has(year)) {
      years.add(year);
      for (const holiday of bankHolidays(year)) holidays.add(holiday);
    }
    return isoWeekday(day) <= 5 && !holidays.has(day);
  };
  return {
    isWorkingDay,
    add(day, count) {
      const key = `${day} ${count}`;
      const known = ends.get(key);
      if (known !== undefined) return known;
      let end = day;
      for (let left = count; left > 0;) {
        end = addDays(end, 1);
        if (isWorkingDay(end)) left -= 1;
      }
      ends.set(key, end);
      return end;
    },
  };
}

/**
 * Returns the bank holidays of a year in England (Banking and Financial Dealings Act 1971, schedule 1, with the days
 * that are proclaimed every year), in order. Where one is at a weekend, it is the next weekday that is free.
 */
export function bankHolidays(year: number): string[] {
  const easter = easterSunday(year);
  const inYear = writeYear(year);
  const days = [
    `${inYear}-01-01`,
    addDays(easter, -2),
    addDays(easter, 1),
    mondayFrom(`${inYear}-05-01`),
    mondayFrom(`${inYear}-05-25`),
    mondayFrom(`${inYear}-08-25`),
    `${inYear}-12-25`,
    `${inYear}-12-26`,
  ];
  const taken = new Set<string>();
  for (const day of days) {
    let free = day;
    while (isoWeekday(free) > 5 || taken.has(free)) free = addDays(free, 1);
    taken.add(free);
  }
  return [...taken];
}

/** The first Monday on this day or after it. */
function mondayFrom(day: string): string {
  return addDays(day, (8 - isoWeekday(day)) % 7);
}

/** Returns Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const count = moon + weekday - 7 * late + 114;
  const month = Math.floor(count / 31);
  const date = (count % 31) + 1;
  return `${writeYear(year)}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

const writeYear = (year: number) => String(year).padStart(4, "0");
