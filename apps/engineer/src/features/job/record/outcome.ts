import type { Result } from "@fieldfare/domain";
import { type CommonRefusal, toastRefusal } from "../../../phone/refusals.ts";
import { strings } from "../strings.ts";

/** The refusals that have one text for every action on a job. */
export type JobRefusal = keyof ReturnType<typeof strings>["refusals"];

/** The result of an action on a record whose own refusals are `Own`. */
export type RecordOutcome<Own extends string> = Result<
  unknown,
  NoInfer<Own> | JobRefusal | CommonRefusal
>;

/**
 * Shows a toast when the action was refused: in the record's own text if it has one, else in the job's. Returns true if
 * the action was done.
 */
export function toastOutcome<Own extends string>(
  outcome: RecordOutcome<Own>,
  own: Readonly<Record<Own, string>>,
): boolean {
  if (!outcome.ok)
    toastRefusal<Own | JobRefusal>(outcome.refusal, { ...strings().refusals, ...own });
  return outcome.ok;
}
