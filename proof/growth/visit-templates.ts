import type { PropertyAppliance } from "@fieldfare/contract";
import { formIds } from "@fieldfare/domain";
import { buildDayJobs } from "../../apps/server/src/demo/day.ts";
import { buildPastJobs, type PastJob } from "../../apps/server/src/demo/history.ts";

/** A visit of the demo, for other visits of its kind. */
export interface VisitTemplate {
  readonly kind: "JobClose" | "JobNoAccess";
  /** For PostgreSQL's `format`: the ids of job, appointment and property, the day, then the ids of the visit's own records. */
  readonly payload: string;
  readonly taskDetails: string | null;
  readonly jobCategoryId: number;
  readonly jobDetailTypeId: number;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly hasRecord: boolean;
}

const demoDay = "2026-01-05";

/** The maximum number of records of its own that a template has. */
export const maxTemplateIds = 12;

/** Builds templates from the demo's earlier visits, one for each kind of visit with and without a gas safety record. */
export function buildVisitTemplates(): readonly VisitTemplate[] {
  const templates = new Map<string, VisitTemplate>();
  for (const { job } of buildDayJobs(demoDay))
    for (const past of buildPastJobs(job.property, demoDay)) {
      const template = toTemplate(past);
      const key = `${template.taskDetails} ${template.hasRecord}`;
      if (!templates.has(key)) templates.set(key, template);
    }
  return [...templates.values()];
}

/** The appliances of the demo's properties. */
export function buildAppliances(): readonly PropertyAppliance[] {
  return buildDayJobs(demoDay).flatMap(({ job }) => job.property.assets);
}

function toTemplate(past: PastJob): VisitTemplate {
  const { closing, ids, visit } = past;
  const content = "job" in closing.payload ? closing.payload.job : undefined;
  const ownIds = [
    ...past.photos.map(({ imageId }) => imageId),
    ...(content?.notes ?? []).map(({ engineeringNoteId }) => engineeringNoteId),
    ...(content?.parts ?? []).map(({ jobPartId }) => jobPartId),
  ];
  if (ownIds.length > maxTemplateIds) throw new Error("A visit of the demo has too many ids");
  const values = [
    ids.jobId,
    ids.fieldOperativeAppointmentId,
    past.propertyId,
    past.appointmentDateTime.slice(0, 10),
    ...ownIds,
  ];
  let payload = JSON.stringify(closing.payload).replaceAll("%", "%%");
  for (const [index, value] of values.entries())
    payload = payload.replaceAll(value, `%${index + 1}$s`);
  return {
    kind: closing.type,
    payload,
    taskDetails: visit.taskDetails,
    jobCategoryId: visit.jobCategoryId,
    jobDetailTypeId: visit.jobDetailTypeId,
    categoryName: past.categoryName,
    detailTypeName: past.detailTypeName,
    hasRecord: (content?.customForms ?? []).some(
      ({ customFormId }) => customFormId === formIds.gasSafetyRecord,
    ),
  };
}
