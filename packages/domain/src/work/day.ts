const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar day in London, YYYY-MM-DD. */
export function londonDay(at: Date): string {
  const parts = london.formatToParts(at);
  const of = (type: "year" | "month" | "day") => parts.find((part) => part.type === type)?.value;
  return `${of("year")}-${of("month")}-${of("day")}`;
}
