import type { JobChange } from "@fieldfare/domain";
import { Fragment } from "react";
import { formatDateTime } from "./times.ts";
import { jobChangesStrings } from "./job-changes-strings.ts";

/** The fields that the office changed, each with its new value, and what was taken out of it. */
export function JobChanges({ changes = [] }: { changes?: readonly JobChange[] | undefined }) {
  const text = jobChangesStrings();
  const describe = ({ fact, now }: JobChange) => {
    if (now === null) return text.none;
    return fact === "appointment" ? formatDateTime(now) : now;
  };
  return changes.map((change) => (
    <Fragment key={change.fact}>
      <span dir="auto">{text.now(text.facts[change.fact], describe(change))}</span>
      {change.leftOut !== undefined && (
        <span dir="auto">{text.leftOut(change.fact, change.leftOut)}</span>
      )}
    </Fragment>
  ));
}

/** Returns "Changed: Appointment, Address", or an empty string when no change is known. */
export function summariseJobChanges(changes: readonly JobChange[] = []): string {
  const { facts, changed } = jobChangesStrings();
  return changes.length > 0 ? changed(changes.map(({ fact }) => facts[fact])) : "";
}
