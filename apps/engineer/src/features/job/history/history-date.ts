const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/London",
  day: "2-digit",
  month: "short",
  year: "2-digit",
});

/** Formats an ISO 8601 time as DD MMM YY in London time. */
export function formatHistoryDate(iso: string): string {
  const parts = day.formatToParts(new Date(iso));
  const findPart = (type: "day" | "month" | "year") =>
    parts.find((part) => part.type === type)?.value ?? "";
  // "Sept" has four letters in British English.
  return [findPart("day"), findPart("month").slice(0, 3), findPart("year")].join(" ");
}
