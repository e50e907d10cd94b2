import type { JobPart } from "@fieldfare/contract";
import {
  addedPart,
  done,
  firstIssue,
  mayRemovePart,
  offersVanStock,
  parseAddedQuantity,
  parseUpdatedQuantity,
  type PartAnswers,
  validatePart,
  type PartUpdate,
  refused,
  type Result,
  withQuantity,
} from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import type { Actor } from "./act.ts";
import { editWork, recordRemoved } from "./work.ts";

const tables = ["jobPart"] as const;

/** The fields of a part that no store and no order has yet. */
const notOrdered = {
  status: "NotApplicable",
  qtyCollected: 0,
  manufacturerModelId: null,
  collectedDateTime: null,
  purchaseOrderId: null,
  purchaseOrderDetailId: null,
  supplierTicketNumber: null,
  location: null,
} as const satisfies Partial<JobPart>;

/** Adds a part to a job. The quantity is the typed text. */
export function addPart(device: Device, jobId: string, answers: PartAnswers) {
  return editWork(device, jobId, tables, async (actor) => {
    const issue = firstIssue(validatePart(answers));
    if (issue) return refused(issue);
    const quantity = parseAddedQuantity(answers.quantity);
    if (!quantity.ok) return quantity;
    const part: JobPart = {
      ...notOrdered,
      jobPartId: newId(device.ports),
      jobId,
      ...addedPart(answers, quantity.value),
      partAddedDateTime: actor.at.toISOString(),
      partUnitTypeId: answers.catalogue?.partUnitTypeId ?? null,
      manufacturerPartCode: answers.catalogue?.manufacturerPartCode ?? null,
      internalPartCode: answers.catalogue?.internalPartCode ?? null,
    };
    await actor.unit.put("jobPart", part);
    await actor.unit.remove("draft", [jobId, "part"]);
    return done(part);
  });
}

/**
 * Changes the quantity used (or required, when the part is to be ordered) and the van stock switch.
 */
export function updatePart(device: Device, jobId: string, jobPartId: string, update: PartUpdate) {
  return editWork(device, jobId, tables, async (actor) => {
    const before = await ownPart(actor, jobId, jobPartId);
    if (!before.ok) return before;
    const quantity = parseUpdatedQuantity(update.quantity);
    if (!quantity.ok) return quantity;
    const part: JobPart = {
      ...withQuantity(before.value, quantity.value),
      isVanStock: offersVanStock(before.value) ? update.isVanStock : before.value.isVanStock,
    };
    await actor.unit.put("jobPart", part);
    await actor.unit.remove("draft", [jobId, `part:${jobPartId}`]);
    return done(part);
  });
}

/** Says whether a part came from the van. A part that has to be ordered is refused. */
export function setVanStock(device: Device, jobId: string, jobPartId: string, isVanStock: boolean) {
  return editWork(device, jobId, tables, async (actor) => {
    const before = await ownPart(actor, jobId, jobPartId);
    if (!before.ok) return before;
    if (!offersVanStock(before.value)) return refused("part-to-be-ordered");
    const part: JobPart = { ...before.value, isVanStock };
    await actor.unit.put("jobPart", part);
    return done(part);
  });
}

/** Removes a part that the engineer added; one of the office is refused. */
export function removePart(device: Device, jobId: string, jobPartId: string) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownPart(actor, jobId, jobPartId);
    if (!before.ok) return before;
    if (!mayRemovePart(before.value)) return refused("not-added-by-engineer");
    await actor.unit.remove("jobPart", jobPartId);
    await recordRemoved(actor, job, before.value);
    await actor.unit.remove("draft", [jobId, `part:${jobPartId}`]);
    return done(true);
  });
}

async function ownPart(
  actor: Actor,
  jobId: string,
  jobPartId: string,
): Promise<Result<JobPart, "not-found">> {
  const row = await actor.unit.database.jobPart.get(jobPartId);
  return row?.jobId === jobId ? done(row) : refused("not-found");
}
