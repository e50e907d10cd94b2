const parts = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "short",
});

/** A moment as the field of a day and a time has it, in London: "2026-11-23T09:00". */
export function writeLondonTime(moment: string): string {
  return parts.format(new Date(moment)).replace(" ", "T");
}

/** Returns the moment of a time in London, or null if it is none. In the hour that comes twice it is the first. */
export function parseLondonTime(time: string): string | null {
  return listMoments(time)[0] ?? null;
}

/** Whether the time is in the hour that comes twice when the clocks go back. */
export function comesTwice(time: string): boolean {
  return listMoments(time).length > 1;
}

/** The moments at which the clocks of London show the time. */
function listMoments(time: string): string[] {
  const asIfUtc = Date.parse(`${time}:00Z`);
  if (Number.isNaN(asIfUtc)) return [];
  const [inSummer, inWinter] = [asIfUtc - 3_600_000, asIfUtc];
  return [inSummer, inWinter]
    .map((moment) => new Date(moment).toISOString())
    .filter((moment) => writeLondonTime(moment) === time);
}

/** Says why a field of a day and a time has no moment. */
export function describeTimeProblem(time: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(time)
    ? "The clocks go forward in that hour, so this time does not exist. Enter another one"
    : "Enter a day and a time";
}

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** Whether nobody makes an appointment for such a moment without a reason: more than a day ago, or in more than a year. */
export function isUnusualTime(moment: string, now = Date.now()): boolean {
  const at = Date.parse(moment);
  return at < now - dayMs || at > now + yearMs;
}

/** Says what is unusual about the time of an appointment; null: nothing, or there is no time. */
export function describeTimeDoubt(moment: string | null, now = Date.now()): string | null {
  if (moment === null) return null;
  const at = Date.parse(moment);
  if (at < now) return "This time has passed already.";
  return at > now + yearMs ? "This is more than a year from now." : null;
}
