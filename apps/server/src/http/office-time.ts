const zone = { timeZone: "Europe/London" } as const;
const day = new Intl.DateTimeFormat("en-GB", {
  ...zone,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });

/** A moment in London in a message that the office reads, as the office's screens write it: "Mon, 23 Nov 2026, 09:00". */
export function formatOfficeTime(at: Date): string {
  return `${day.format(at)}, ${time.format(at)}`;
}

/** A calendar day as `2026-12-01` in a text that people read: "Tue, 1 Dec 2026". */
export function formatDay(calendarDay: string): string {
  return day.format(new Date(`${calendarDay}T12:00:00Z`));
}
