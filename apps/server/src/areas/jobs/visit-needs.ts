import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { AlertCode, VisitNeeds } from "@fieldfare/contract/office";
import { visitLimits } from "@fieldfare/contract/office";
import type { Orm } from "../../database/database.ts";
import { attachment, job, jobAttachment, propertyNotification } from "../../database/schema.ts";
import {
  findPublishedForms,
  type NewJob,
  releaseForms,
  requireForms,
} from "../../forms/add-forms.ts";
import { type Issue, type Refusal, refuse } from "../../http/problem.ts";
import { readAlertCodes } from "./alert-codes.ts";

const visitNeedNames = [
  "requiredForms",
  "alertCodes",
  "keySafe",
  "visitContacts",
  "attachmentIds",
] as const satisfies readonly (keyof VisitNeeds)[];

/** What a caller asks for; what is left out stays as it is. */
type GivenNeeds = { readonly [Name in keyof VisitNeeds]?: VisitNeeds[Name] | undefined };

/** The needs among what is given. */
export function pickNeeds(given: GivenNeeds): GivenNeeds {
  return Object.fromEntries(
    visitNeedNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** What an audit entry says of the needs of a new job: nothing about people, and no code of a key safe. */
export function describeNeeds({ requiredForms, alertCodes, attachmentIds }: GivenNeeds): object {
  return {
    ...(requiredForms?.length && { requiredForms }),
    ...(alertCodes?.length && { alertCodes }),
    ...(attachmentIds?.length && { attachmentIds }),
  };
}

/** Reads what the office has asked for besides the work. Null: there is no such job. */
export async function readVisitNeeds(orm: Orm, jobId: string): Promise<VisitNeeds | null> {
  const [row] = await orm
    .select({
      requiredForms: job.requiredForms,
      keySafe: job.keySafe,
      visitContacts: job.visitContacts,
    })
    .from(job)
    .where(eq(job.jobId, jobId));
  if (!row) return null;
  const alerts = await orm
    .select({ code: propertyNotification.code })
    .from(propertyNotification)
    .where(eq(propertyNotification.jobId, jobId));
  const attachments = await orm
    .select({ attachmentId: jobAttachment.attachmentId })
    .from(jobAttachment)
    .where(eq(jobAttachment.jobId, jobId))
    .orderBy(asc(jobAttachment.position));
  return {
    requiredForms: row.requiredForms,
    // Sorted here: the database may sort texts otherwise.
    alertCodes: alerts.map(({ code }) => code).toSorted(),
    keySafe: row.keySafe,
    visitContacts: row.visitContacts,
    attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
  };
}

/**
 * Puts what is given in the form in which it is stored: each id once, codes sorted, and no key safe that says nothing. So
 * the same again is no change.
 */
export function tidyNeeds<Needs extends GivenNeeds>(given: Needs): Needs {
  const { requiredForms, alertCodes, keySafe, attachmentIds } = given;
  return {
    ...given,
    ...(requiredForms && { requiredForms: [...new Set(requiredForms)] }),
    ...(alertCodes && { alertCodes: [...new Set(alertCodes)].toSorted() }),
    ...(keySafe && !keySafe.location?.trim() && !keySafe.code?.trim() && { keySafe: null }),
    ...(attachmentIds && { attachmentIds: [...new Set(attachmentIds)] }),
  };
}

/**
 * Refuses forms, codes and files that do not exist. Codes that the job has already may have left the list: they keep their
 * text.
 */
export async function refuseUnknownNeeds(
  orm: Orm,
  { requiredForms = [], alertCodes = [], attachmentIds = [] }: GivenNeeds,
  before: Pick<VisitNeeds, "requiredForms" | "alertCodes"> = { requiredForms: [], alertCodes: [] },
): Promise<Refusal | undefined> {
  const issues: Issue[] = [];
  const newForms = requiredForms.filter((id) => !before.requiredForms.includes(id));
  const published = await findPublishedForms(orm, newForms);
  for (const id of newForms)
    if (!published.some(({ customFormId }) => customFormId === id))
      issues.push({
        path: `requiredForms.${requiredForms.indexOf(id)}`,
        message: "No published form has this id",
      });
  const newCodes = alertCodes.filter((code) => !before.alertCodes.includes(code));
  const known = newCodes.length === 0 ? [] : await readAlertCodes({ orm });
  for (const code of newCodes)
    if (!known.some((alert) => alert.code === code))
      issues.push({
        path: `alertCodes.${alertCodes.indexOf(code)}`,
        message: `No alert has the code ${code}: add it to the alert codes first`,
      });
  const files = await findAttachments(orm, attachmentIds);
  for (const [index, id] of attachmentIds.entries())
    if (!files.some(({ attachmentId }) => attachmentId === id))
      issues.push({
        path: `attachmentIds.${index}`,
        message: "No uploaded document or photo has this id",
      });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > visitLimits.attachmentBytesOfJob)
    issues.push({
      path: "attachmentIds",
      message: "These files have more than 20 MB together: an engineer's phone stores them",
    });
  return issues.length > 0 ? refuse("invalid", { issues }) : undefined;
}

/** Locks the files, so that none of them is deleted before the job names it. */
async function findAttachments(orm: Orm, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return orm
    .select({ attachmentId: attachment.attachmentId, bytes: attachment.bytes })
    .from(attachment)
    .where(inArray(attachment.attachmentId, [...ids]))
    .for("key share");
}

/** Stores what is given, which has been checked. */
export async function storeVisitNeeds(
  orm: Orm,
  needing: NewJob,
  { requiredForms, alertCodes, keySafe, visitContacts, attachmentIds }: GivenNeeds,
  before: Pick<VisitNeeds, "requiredForms"> = { requiredForms: [] },
): Promise<void> {
  const { jobId, propertyId } = needing;
  if (requiredForms !== undefined || keySafe !== undefined || visitContacts !== undefined)
    await orm
      .update(job)
      .set({
        ...(requiredForms !== undefined && { requiredForms }),
        ...(keySafe !== undefined && { keySafe }),
        ...(visitContacts !== undefined && { visitContacts }),
      })
      .where(eq(job.jobId, jobId));
  if (requiredForms !== undefined) {
    const isNamed = (id: string) => requiredForms.includes(id);
    await requireForms(
      orm,
      needing,
      requiredForms.filter((id) => !before.requiredForms.includes(id)),
      new Date(),
    );
    await releaseForms(
      orm,
      needing,
      before.requiredForms.filter((id) => !isNamed(id)),
    );
  }
  if (alertCodes !== undefined) await storeAlerts(orm, { jobId, propertyId }, alertCodes);
  if (attachmentIds !== undefined) {
    await orm.delete(jobAttachment).where(eq(jobAttachment.jobId, jobId));
    if (attachmentIds.length > 0)
      await orm
        .insert(jobAttachment)
        .values(attachmentIds.map((attachmentId, position) => ({ jobId, attachmentId, position })));
  }
}

/** An alert that stays keeps its id, so that an engineer who has confirmed it is not asked again. */
async function storeAlerts(
  orm: Orm,
  { jobId, propertyId }: { readonly jobId: string; readonly propertyId: string },
  codes: readonly string[],
): Promise<void> {
  const ofJob = eq(propertyNotification.jobId, jobId);
  await orm
    .delete(propertyNotification)
    .where(
      codes.length > 0 ? and(ofJob, notInArray(propertyNotification.code, [...codes])) : ofJob,
    );
  const present = await orm
    .select({ code: propertyNotification.code })
    .from(propertyNotification)
    .where(ofJob);
  const added = codes.filter((code) => !present.some((alert) => alert.code === code));
  if (added.length === 0) return;
  const known = new Map<string, AlertCode>(
    (await readAlertCodes({ orm })).map((alert) => [alert.code, alert]),
  );
  const alerts = added.flatMap((code) => known.get(code) ?? []);
  await orm.insert(propertyNotification).values(
    alerts.map((alert) => ({
      propertyNotificationId: randomUUID(),
      propertyId,
      jobId,
      ...alert,
    })),
  );
}
