const zone = { timeZone: "Europe/London" } as const;
const day = new Intl.DateTimeFormat("en-GB", {
  ...zone,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });

/** A calendar day in a message that the office reads: "Mon, 23 Nov 2026". */
export function formatOfficeDay(calendarDay: string): string {
  return day.format(new Date(calendarDay));
}

/** A moment in London in a message that the office reads, as the office's screens write it: "Mon, 23 Nov 2026, 09:00". */
export function formatOfficeTime(at: Date): string {
  return `${day.format(at)}, ${time.format(at)}`;
}
