const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "2-digit",
  month: "short",
  year: "2-digit",
});

/** ISO 8601 to DD MMM YY on London's calendar. */
export function formatHistoryDate(iso: string): string {
  const parts = day.formatToParts(new Date(iso));
  const findPart = (type: "day" | "month" | "year") =>
    parts.find((part) => part.type === type)?.value ?? "";
  // September is four letters long in British English.
  return [findPart("day"), findPart("month").slice(0, 3), findPart("year")].join(" ");
}
