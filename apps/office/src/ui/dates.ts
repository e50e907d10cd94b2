const zone = { timeZone: "Europe/London" } as const;
const day = new Intl.DateTimeFormat("en-GB", {
  ...zone,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const time = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat("en-GB", {
  ...zone,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
/** Sweden writes a date as ISO 8601 does. */
const forFile = new Intl.DateTimeFormat("sv-SE", {
  ...zone,
  dateStyle: "short",
  timeStyle: "medium",
});
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** A moment in London: "Mon, 23 Nov 2026, 09:00". */
export function formatMoment(moment: string): string {
  return `${day.format(new Date(moment))}, ${time.format(new Date(moment))}`;
}

/** A day as `2026-11-23`: "Mon, 23 Nov 2026". */
export function formatDay(calendarDay: string): string {
  return day.format(new Date(`${calendarDay}T12:00:00Z`));
}

/** A moment in London with its seconds. */
export function formatExactMoment(moment: string): string {
  return `${day.format(new Date(moment))}, ${seconds.format(new Date(moment))}`;
}

/** A moment in London as spreadsheets read it, sort it and filter by it: "2026-11-23 09:00:00". */
export function formatForFile(moment: string): string {
  return forFile.format(new Date(moment));
}

/** The time of day in London, as 09:12, of a moment in ISO 8601. */
export function formatTime(moment: string): string {
  return time.format(new Date(moment));
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago a moment was: "5 minutes ago". */
export function formatAge(moment: string, now: number): string {
  const ageSeconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  const [unit, size] = units.find(([, size]) => ageSeconds >= size) ?? ["minute", 60];
  return relative.format(-Math.floor(ageSeconds / size), unit);
}

/** A difference of clocks or delays: "2 min 5 s". */
export function formatDuration(ms: number): string {
  const total = Math.round(Math.abs(ms) / 1000);
  const parts = [
    [Math.floor(total / 3600), "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ") || "0 s";
}
