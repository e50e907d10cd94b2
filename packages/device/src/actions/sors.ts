import type { PlannedSor } from "@fieldfare/contract";
import {
  addedSor,
  addedSorUsage,
  done,
  isOnlyTyped,
  mayRemoveSor,
  parseQuantity,
  refused,
  type SorAnswers,
  validateSor,
  withQuantityUsed,
} from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { type Actor, act, findJob } from "./act.ts";
import { editWork } from "./work.ts";

/** Adds a SOR to the job. When the job has its code already, the quantity changes instead. */
export function addSor(device: Device, jobId: string, answers: SorAnswers) {
  return editWork(device, jobId, [], async (actor, job) => {
    const issues = validateSor(answers);
    if (issues.sor || answers.sor === null) return refused("sor-missing");
    const quantity = parseQuantity(answers.quantity);
    if (!quantity.ok) return quantity;
    if (issues.quantity) return refused(issues.quantity);
    if (findSor(job, answers.sor.sorCodeId)) return refused("sor-already-added");
    const added: PlannedSor = { jobId, ...addedSor(answers.sor, quantity.value, actor.at) };
    await saveSors(actor, job, [...job.plannedSors, added]);
    await actor.unit.remove("draft", [jobId, "sor"]);
    return done(added);
  });
}

/** Changes the quantity used of a SOR. The quantity is the typed text. */
export function updateSor(device: Device, jobId: string, sorCodeId: number, quantityUsed: string) {
  return editWork(device, jobId, [], async (actor, job) => {
    if (!findSor(job, sorCodeId)) return refused("not-found");
    const quantity = parseQuantity(quantityUsed);
    if (!quantity.ok) return quantity;
    await saveSors(
      actor,
      job,
      job.plannedSors.flatMap((sor) => {
        if (sor.sorCodeId !== sorCodeId) return [sor];
        const changed = withQuantityUsed(sor, quantity.value, actor.at);
        return isOnlyTyped(changed) ? [] : [changed];
      }),
    );
    await actor.unit.remove("draft", [jobId, `sor:${sorCodeId}`]);
    return done(true);
  });
}

/** Discards a typed quantity. A SOR that the office has taken out since, and that is not used, goes with it. */
export function discardQuantity(device: Device, jobId: string, sorCodeId: number) {
  return act(device, ["job", "draft"], async (actor) => {
    await actor.unit.remove("draft", [jobId, `sor:${sorCodeId}`]);
    const job = await findJob(actor, jobId);
    if (!job.ok) return job;
    const sor = findSor(job.value, sorCodeId);
    if (sor && isOnlyTyped(sor))
      await saveSors(
        actor,
        job.value,
        job.value.plannedSors.filter((one) => one !== sor),
      );
    return done(true);
  });
}

/** Removes a SOR from the job. The last one is refused. */
export function removeSor(device: Device, jobId: string, sorCodeId: number) {
  return editWork(device, jobId, [], async (actor, job) => {
    const sor = findSor(job, sorCodeId);
    if (!sor) return refused("not-found");
    if (!mayRemoveSor(job.plannedSors)) return refused("last-sor");
    // One that the engineer added may be planned later.
    const isPlanned = sor.usageType !== addedSorUsage;
    await saveSors(
      actor,
      isPlanned ? { ...job, removedSors: [...(job.removedSors ?? []), sorCodeId] } : job,
      job.plannedSors.filter((one) => one.sorCodeId !== sorCodeId),
    );
    await actor.unit.remove("draft", [jobId, `sor:${sorCodeId}`]);
    return done(true);
  });
}

function findSor(job: JobRow, sorCodeId: number): PlannedSor | undefined {
  return job.plannedSors.find((sor) => sor.sorCodeId === sorCodeId);
}

async function saveSors(actor: Actor, job: JobRow, plannedSors: PlannedSor[]): Promise<void> {
  await actor.unit.put("job", { ...job, plannedSors });
}
