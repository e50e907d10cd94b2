import { formatMoment } from "../ui/dates.ts";

/** Who has opened a comment of the office, and when. */
export function describeRead(engineerName: string, readOn: string): string {
  return `Read by ${engineerName}, ${formatMoment(readOn)}`;
}
