import type { JobCustomForm } from "@fieldfare/contract";
import { blankClosing, findRemovedSignatures, isRecord } from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import type { Actor } from "./act.ts";

/**
 * Removes the customer's signature from the begun close wizard if it came from a form and no form of the job has it after
 * this change: what was signed has changed, so the wizard asks again.
 */
export async function removeTakenOverSignature(
  actor: Actor,
  job: JobRow,
  changedForms: readonly JobCustomForm[],
): Promise<void> {
  const removed: readonly unknown[] = findRemovedSignatures(job.customForms, changedForms);
  if (removed.length === 0) return;
  const row = await actor.unit.database.draft.get([job.jobId, "close"]);
  const answers = isRecord(row?.values) ? row.values["answers"] : null;
  if (!row || !isRecord(row.values) || !isRecord(answers)) return;
  const { signature } = answers;
  if (!isRecord(signature) || !removed.includes(signature["signature"])) return;
  const values = { ...row.values, answers: { ...answers, signature: blankClosing.signature } };
  await actor.unit.put("draft", { ...row, values });
}
