import type { JobChange } from "@fieldfare/domain";
import { formatDateTime } from "../ui/dates.ts";
import { jobChangesStrings } from "./job-changes-strings.ts";

/** What the office changed, each with what is so now. */
export function JobChanges({ changes = [] }: { changes?: readonly JobChange[] | undefined }) {
  const { facts, now: line, none } = jobChangesStrings();
  return changes.map(({ fact, now }) => (
    <span key={fact} dir="auto">
      {line(facts[fact], now === null ? none : fact === "appointment" ? formatDateTime(now) : now)}
    </span>
  ));
}

/** "Changed: Appointment, Address"; empty where nothing is known to differ. */
export function summariseJobChanges(changes: readonly JobChange[] = []): string {
  const { facts, changed } = jobChangesStrings();
  return changes.length > 0 ? changed(changes.map(({ fact }) => facts[fact])) : "";
}
