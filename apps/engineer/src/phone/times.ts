import { londonTime, readLondonClock } from "@fieldfare/domain";
import { strings } from "./strings.ts";

// Each formatter is created at its first use: on a slow phone that takes longer than the rest of this file.
const dayOfMonth = once(
  () =>
    new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", day: "numeric", month: "long" }),
);
const age = once(() => new Intl.RelativeTimeFormat("en-GB", { numeric: "always", style: "long" }));

/** Returns an ISO 8601 time as DD/MM/YYYY HH:mm in London time. */
export function formatDateTime(iso: string): string {
  return londonTime(new Date(iso));
}

/** Returns an ISO 8601 time as HH:mm in London time. */
export function formatTime(iso: string): string {
  return readLondonClock(new Date(iso)).slice(11);
}

/** Returns an ISO 8601 time as a moment inside a sentence, in London time: 3 March at 09:12. */
export function formatMoment(iso: string): string {
  return `${dayOfMonth().format(new Date(iso))} at ${formatTime(iso)}`;
}

/**
 * Says how long ago it was, in the largest unit that fits: "3 minutes ago". A time in the future counts as now.
 * Screens draw an age again once a minute, so it has no seconds.
 */
export function formatAge(iso: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - new Date(iso).getTime()) / 1000));
  if (seconds < 60) return strings().lessThanAMinute;
  if (seconds < 3600) return age().format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return age().format(-Math.floor(seconds / 3600), "hour");
  return age().format(-Math.floor(seconds / 86_400), "day");
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
