import type { PropertyAppliance } from "@fieldfare/contract";
import {
  type ApplianceAnswers,
  validateAppliance,
  applianceRecord,
  changedOn,
  done,
  firstIssue,
  removalKind,
  londonDay,
  refused,
  reopenFormsNaming,
  type Result,
  withReinstated,
  withScrapped,
} from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import type { Actor } from "./act.ts";
import { imageTables } from "./images.ts";
import { editWork, recordRemoved, queueDraftPhotos, deleteDraftPhotos } from "./work.ts";

const tables = ["propertyAppliance", ...imageTables] as const;

/**
 * Adds an appliance to the property of the job, with the photos that were taken for it. Returns the
 * row.
 */
export function addAppliance(device: Device, jobId: string, answers: ApplianceAnswers) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const record = buildRecord(actor, answers, null);
    if (!record.ok) return record;
    const appliance = newAppliance(device, actor, job, record.value);
    await actor.unit.put("propertyAppliance", appliance);
    await queueDraftPhotos(device, actor, job, "appliance", appliance.propertyAssetId, true);
    await actor.unit.remove("draft", [jobId, "appliance"]);
    return done(appliance);
  });
}

/**
 * Changes an appliance of the property of the job. A scrapped one is refused until it is
 * reinstated.
 */
export function updateAppliance(
  device: Device,
  jobId: string,
  propertyAssetId: string,
  answers: ApplianceAnswers,
) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownAppliance(actor, job, propertyAssetId);
    if (!before.ok) return before;
    if (before.value.scrapped) return refused("appliance-scrapped");
    const record = buildRecord(actor, answers, before.value);
    if (!record.ok) return record;
    const appliance: PropertyAppliance = {
      ...before.value,
      ...record.value,
      modifiedOn: changedOn(before.value, actor.at).toISOString(),
    };
    await putChanged(actor, job, appliance);
    await queueDraftPhotos(device, actor, job, "appliance", propertyAssetId, false);
    await actor.unit.remove("draft", [jobId, `appliance:${propertyAssetId}`]);
    return done(appliance);
  });
}

/**
 * Marks an appliance of the office as scrapped. One that the engineer added is refused: it is
 * deleted instead.
 */
export function scrapAppliance(device: Device, jobId: string, propertyAssetId: string) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownAppliance(actor, job, propertyAssetId);
    if (!before.ok) return before;
    if (removalKind(before.value) === "delete") return refused("added-by-engineer");
    if (before.value.scrapped) return done(before.value);
    const scrapped = withScrapped(before.value, actor.at);
    await putChanged(actor, job, scrapped);
    return done(scrapped);
  });
}

/** Undoes `scrapAppliance`; an appliance that is not scrapped is returned unchanged. */
export function reinstateAppliance(device: Device, jobId: string, propertyAssetId: string) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownAppliance(actor, job, propertyAssetId);
    if (!before.ok) return before;
    if (!before.value.scrapped) return done(before.value);
    const reinstated = withReinstated(before.value, actor.at);
    await putChanged(actor, job, reinstated);
    return done(reinstated);
  });
}

/**
 * Deletes an appliance that the engineer added. Any other appliance can only be scrapped. A complete
 * form that names it is opened again.
 */
export function removeAppliance(device: Device, jobId: string, propertyAssetId: string) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownAppliance(actor, job, propertyAssetId);
    if (!before.ok) return before;
    if (removalKind(before.value) === "scrap") return refused("not-added-by-engineer");
    await actor.unit.remove("propertyAppliance", propertyAssetId);
    const customForms = [...reopenFormsNaming(job.customForms, propertyAssetId, actor.at)];
    const reopened = { ...job, customForms } satisfies JobRow;
    await recordRemoved(actor, reopened, before.value);
    await deleteDraftPhotos(actor, jobId, "appliance", propertyAssetId);
    await actor.unit.remove("draft", [jobId, `appliance:${propertyAssetId}`]);
    return done(true);
  });
}

/** Stores a changed appliance, and with the job that the change was made in it. */
async function putChanged(actor: Actor, job: JobRow, appliance: PropertyAppliance): Promise<void> {
  await actor.unit.put("propertyAppliance", appliance);
  const { propertyAssetId, modifiedOn } = appliance;
  const changedAppliances = { ...job.changedAppliances, [propertyAssetId]: modifiedOn };
  await actor.unit.put("job", { ...job, changedAppliances });
}

/** Builds an appliance of the job's property from what the engineer typed. */
export function newAppliance(
  device: Device,
  { at }: Actor,
  { property }: JobRow,
  details: ReturnType<typeof applianceRecord>,
): PropertyAppliance {
  const time = at.toISOString();
  return {
    propertyAssetId: newId(device.ports),
    propertyId: property.propertyId,
    ...details,
    addedByEngineer: true,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: time,
    modifiedOn: time,
  };
}

function buildRecord(actor: Actor, answers: ApplianceAnswers, before: PropertyAppliance | null) {
  const { type } = answers;
  const issue = firstIssue(validateAppliance(answers, londonDay(actor.at)));
  if (issue || type === null) return refused(issue ?? "type-missing");
  return done(applianceRecord({ ...answers, type }, before));
}

async function ownAppliance(
  actor: Actor,
  job: JobRow,
  propertyAssetId: string,
): Promise<Result<PropertyAppliance, "not-found">> {
  const row = await actor.unit.database.propertyAppliance.get(propertyAssetId);
  return row?.propertyId === job.property.propertyId ? done(row) : refused("not-found");
}
