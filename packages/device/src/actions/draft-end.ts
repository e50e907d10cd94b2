import { done } from "@fieldfare/domain";
import type { TableName } from "../database/database.ts";
import type { JobRow } from "../database/rows.ts";
import { newId } from "../ids.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { type Actor, act, findJob } from "./act.ts";
import { addAlert, readUnsavedText } from "./alerts.ts";

/** The tables that `endDrafts` needs. */
export const draftEndTables = ["draft", "formKit", "alert"] as const satisfies readonly TableName[];

/** Texts that were typed and not saved, which the engineer was shown before the end of the visit and did not save. */
export type GivenUp = readonly string[] | undefined;

/**
 * Deletes the drafts of a visit that the engineer ends. A text that did not go with the ending, and which the tab that ends it
 * did not show, was typed in another tab. It is kept in an alert, which every tab shows until the engineer confirms it.
 */
export async function endDrafts(
  device: Device,
  actor: Actor,
  job: JobRow,
  { sent, givenUp = [] }: { readonly sent: unknown; readonly givenUp: GivenUp },
): Promise<void> {
  const texts = await readUnsavedText(actor, job, sent);
  const unsaved = texts.filter(({ text }) => !givenUp.includes(text));
  if (unsaved.length > 0)
    await addAlert(actor, job, {
      kind: "text-not-sent",
      alertId: newId(device.ports),
      mustConfirm: true,
      unsaved,
    });
  const keys = await actor.unit.database.draft.where("jobId").equals(job.jobId).primaryKeys();
  for (const key of keys) await actor.unit.remove("draft", key);
}

/**
 * Keeps in an alert what a tab has stored after another one ended the visit. Called after each draft that was stored, so it
 * writes nothing while the visit goes on.
 */
export async function keepLateText(unbound: Device, jobId: string): Promise<void> {
  const device = forCurrentEngineer(unbound);
  if ((await device.engineer?.job.get(jobId))?.status !== "Closed") return;
  await act(device, ["job", ...draftEndTables], async (actor) => {
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    await endDrafts(device, actor, job.value, { sent: null, givenUp: [] });
    return done(true);
  });
}
