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
  const asIfUtc = Date.parse(`${time}:00Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const inSummer = new Date(asIfUtc - 3_600_000).toISOString();
  if (writeLondonTime(inSummer) === time) return inSummer;
  const inWinter = new Date(asIfUtc).toISOString();
  return writeLondonTime(inWinter) === time ? inWinter : null;
}

/** Says why a field of a day and a time has no moment. */
export function describeTimeProblem(time: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(time)
    ? "The clocks go forward in that hour, so this time does not exist. Enter another one"
    : "Enter a day and a time";
}

const yearMs = 365 * 86_400_000;

/** Says what is unusual about the time of an appointment; null: nothing, or there is no time. */
export function describeTimeDoubt(moment: string | null, now = Date.now()): string | null {
  if (moment === null) return null;
  const at = Date.parse(moment);
  if (at < now) return "This time has passed already.";
  return at > now + yearMs ? "This is more than a year from now." : null;
}
