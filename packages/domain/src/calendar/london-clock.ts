const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Formats day and time of London: `21/11/2026 09:00`. */
export function londonTime(at: Date): string {
  return clock.format(at).replace(",", "");
}
