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
