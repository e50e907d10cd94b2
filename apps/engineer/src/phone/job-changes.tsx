import type { JobChange } from "@fieldfare/domain";
import { formatDateTime } from "../ui/dates.ts";
import { jobChangesStrings } from "./job-changes-strings.ts";

/** The fields that the office changed, each with its new value. */
export function JobChanges({ changes = [] }: { changes?: readonly JobChange[] | undefined }) {
  const { facts, now: line, none } = jobChangesStrings();
  return changes.map(({ fact, now }) => (
    <span key={fact} dir="auto">
      {line(facts[fact], now === null ? none : fact === "appointment" ? formatDateTime(now) : now)}
    </span>
  ));
}

/** Returns "Changed: Appointment, Address", or an empty string when no change is known. */
export function summariseJobChanges(changes: readonly JobChange[] = []): string {
  const { facts, changed } = jobChangesStrings();
  return changes.length > 0 ? changed(changes.map(({ fact }) => facts[fact])) : "";
}
