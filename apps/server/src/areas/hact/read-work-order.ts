import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type {
  HactCodes,
  JobStatusUpdateMessage,
  WorkOrderCompleteMessage,
} from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { readRows } from "../../database/data-sets.ts";
import * as schema from "../../database/schema.ts";
import type { Server } from "../../http/server.ts";
import { findSignatureImage } from "../jobs/closing.ts";
import {
  isComplete,
  mapCompletion,
  mapStep,
  type OperativeFacts,
  type PhotoFacts,
  type StepFacts,
  type WorkFacts,
} from "./map-updates.ts";

type WorkOrder = typeof schema.hactWorkOrder.$inferSelect;
export type HactMessage = typeof schema.hactMessage.$inferSelect;

/** What the messages about work orders are built with. */
export interface HactParts {
  readonly database: Database;
  readonly objects: Server["objects"];
  readonly publicUrl: Server["publicUrl"];
  /** Whether photos travel within the message. */
  readonly embedsEvidence: boolean;
}

/** Finds a work order by its reference, or by the id of its job. */
export async function findWorkOrder(
  { orm }: Database,
  reference: string,
): Promise<WorkOrder | null> {
  const { hactWorkOrder } = schema;
  const [found] = await orm
    .select()
    .from(hactWorkOrder)
    .where(eq(hactWorkOrder.reference, reference));
  if (found || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference))
    return found ?? null;
  const [ofJob] = await orm.select().from(hactWorkOrder).where(eq(hactWorkOrder.jobId, reference));
  return ofJob ?? null;
}

/** Builds the JobStatusUpdates of a work order, oldest first. */
export async function buildUpdates(
  parts: HactParts,
  order: WorkOrder,
  codes: HactCodes,
): Promise<JobStatusUpdateMessage[]> {
  const messages = await listMessages(parts.database, order);
  const steps = await readSteps(
    parts,
    order,
    messages.filter(({ type }) => type === "JobStatusUpdate"),
  );
  return steps.flatMap((step) => mapStep(order, step, codes) ?? []);
}

/**
 * Builds the WorkOrderComplete of a work order. Null: its work is not complete, or photos have not arrived. The last of its
 * JobStatusUpdates has the photos of the visit.
 */
export async function buildCompletion(
  parts: HactParts,
  order: WorkOrder,
  codes: HactCodes,
): Promise<WorkOrderCompleteMessage | null> {
  const messages = await listMessages(parts.database, order);
  const delivered = messages.findLast(({ step }) => step === "delivered");
  if (!delivered) return null;
  const closed = messages.findLast(
    ({ step, causeId }) => step === "closed" && causeId === delivered.causeId,
  );
  const [last] = await readSteps(parts, order, [{ ...(closed ?? delivered), step: "delivered" }]);
  if (!last || !isComplete(codes, last.outcomeId)) return null;
  const before = messages.filter(
    ({ type, messageId }) => type === "JobStatusUpdate" && messageId !== last.messageId,
  );
  const steps = [...(await readSteps(parts, order, before)), last];
  const updates = steps.flatMap((step) => mapStep(order, step, codes) ?? []);
  return mapCompletion(order, await readWork(parts.database, order), updates, codes);
}

/** Builds one message. Null: the tables say that nothing is sent. */
export async function buildMessage(
  parts: HactParts,
  order: WorkOrder,
  message: HactMessage,
  codes: HactCodes,
): Promise<JobStatusUpdateMessage | WorkOrderCompleteMessage | null> {
  if (message.type === "WorkOrderComplete") return buildCompletion(parts, order, codes);
  const [step] = await readSteps(parts, order, [message]);
  return step ? mapStep(order, step, codes) : null;
}

function listMessages({ orm }: Database, { reference }: WorkOrder): Promise<HactMessage[]> {
  return orm
    .select()
    .from(schema.hactMessage)
    .where(eq(schema.hactMessage.reference, reference))
    .orderBy(asc(schema.hactMessage.sequence));
}

/** Reads what the steps say: who was there, the outcome, notes that documents print, and photos. */
async function readSteps(
  parts: HactParts,
  order: WorkOrder,
  messages: readonly HactMessage[],
): Promise<StepFacts[]> {
  const { database } = parts;
  if (messages.length === 0) return [];
  const causes = messages.map(({ causeId }) => causeId);
  const { orm } = database;
  const [jobs, closings, sent, commands] = await Promise.all([
    orm.select().from(schema.job).where(eq(schema.job.jobId, order.jobId)),
    orm.select().from(schema.jobClosing).where(inArray(schema.jobClosing.messageId, causes)),
    orm
      .select({
        messageId: schema.message.messageId,
        visitId: schema.message.fieldOperativeAppointmentId,
      })
      .from(schema.message)
      .where(inArray(schema.message.messageId, causes)),
    // A job that was given back is assigned once more under the same appointment.
    orm
      .select({
        messageId: schema.command.commandId,
        visitId: sql<string | null>`${schema.command.body} ->> 'fieldOperativeAppointmentId'`,
      })
      .from(schema.command)
      .where(inArray(schema.command.commandId, causes)),
  ]);
  const visits = await readVisits(database, order.jobId);
  const closingOf = new Map(closings.map((closing) => [closing.messageId, closing]));
  const visitOf = new Map(
    [...sent, ...commands].map(({ messageId, visitId }) => [messageId, visitId]),
  );
  const [job] = jobs;
  const steps: StepFacts[] = [];
  for (const { messageId, step, causeId, happenedOn } of messages) {
    const closing = closingOf.get(causeId);
    const visitId = closing?.fieldOperativeAppointmentId ?? visitOf.get(causeId) ?? causeId;
    const outcome: schema.VisitOutcome | Readonly<Record<string, never>> = closing?.outcome ?? {};
    const visit = visits.get(visitId) ?? null;
    steps.push({
      messageId,
      step,
      happenedOn,
      operative: visit?.operative ?? null,
      appointment:
        step === "assigned" && job && visit
          ? { at: visit.appointmentDateTime, name: job.clientPreferredTimeName }
          : null,
      outcomeId:
        findOutcome(outcome) ?? (isCancellation(job, step, causeId) ? job.outcomeId : null),
      comments:
        schema.hasOutcome(outcome) && "noAccessReasonId" in outcome
          ? await describeNoAccess(database, outcome)
          : step === "delivered"
            ? await readPublicNotes(database, order.jobId)
            : null,
      photos:
        step === "delivered" || step === "noAccess"
          ? await readPhotos(parts, visitId, closing ? findSignatureImage(outcome, closing) : null)
          : [],
    });
  }
  return steps;
}

function findOutcome(
  outcome: schema.VisitOutcome | Readonly<Record<string, never>>,
): number | null {
  return schema.hasOutcome(outcome) && "outcomeId" in outcome ? outcome.outcomeId : null;
}

/** The office has cancelled the job: the job itself is the cause, and there was no visit that closed it. */
function isCancellation(
  job: typeof schema.job.$inferSelect | undefined,
  step: HactMessage["step"],
  causeId: string,
): job is typeof schema.job.$inferSelect {
  return job !== undefined && step === "closed" && causeId === job.jobId;
}

interface Visit {
  readonly operative: OperativeFacts;
  readonly appointmentDateTime: Date;
}

/** The engineers and times of a job's visits, by the id of the visit. */
async function readVisits({ orm }: Database, jobId: string): Promise<ReadonlyMap<string, Visit>> {
  const { account, appointment } = schema;
  const rows = await orm
    .select({
      visitId: appointment.fieldOperativeAppointmentId,
      fieldOperativeId: appointment.fieldOperativeId,
      name: account.name,
      appointmentDateTime: appointment.appointmentDateTime,
    })
    .from(appointment)
    .leftJoin(account, eq(account.fieldOperativeId, appointment.fieldOperativeId))
    .where(eq(appointment.jobId, jobId));
  return new Map(
    rows.map(({ visitId, fieldOperativeId, name, appointmentDateTime }) => [
      visitId,
      { operative: { fieldOperativeId, name: name ?? "" }, appointmentDateTime },
    ]),
  );
}

async function describeNoAccess(
  database: Database,
  { noAccessReasonId, notes }: schema.NoAccessOutcome,
): Promise<string> {
  const { rows } = await readRows(database, "DomainData");
  const reason = rows.find(
    (row) => row.fieldName === "NoAccessReason" && row.value === noAccessReasonId,
  );
  return [reason?.text, notes].filter(Boolean).join(": ");
}

/** The notes that documents print. Private ones stay with the contractor. */
async function readPublicNotes({ orm }: Database, jobId: string): Promise<string | null> {
  const rows = await orm
    .select({ row: schema.engineeringNote.row })
    .from(schema.engineeringNote)
    .where(eq(schema.engineeringNote.jobId, jobId));
  const notes = rows
    .map(({ row }) => row)
    .filter(({ isPublic }) => isPublic)
    .toSorted((a, b) => a.createdOn.localeCompare(b.createdOn))
    .map(({ description }) => description);
  return notes.length === 0 ? null : notes.join("\n");
}

/** The photos of a visit that have arrived. The signature of the customer is none. */
async function readPhotos(
  { database, objects, publicUrl, embedsEvidence }: HactParts,
  visitId: string,
  signatureImageId: string | null,
): Promise<PhotoFacts[]> {
  const { jobImage } = schema;
  const rows = await database.orm
    .select()
    .from(jobImage)
    .where(eq(jobImage.fieldOperativeAppointmentId, visitId))
    .orderBy(asc(jobImage.takenOn), asc(jobImage.imageId));
  const origin = publicUrl();
  const photos: PhotoFacts[] = [];
  for (const { imageId, contentType, takenOn, sha256, removedOn } of rows) {
    if (removedOn !== null || imageId === signatureImageId) continue;
    const bytes = embedsEvidence ? await objects.get(sha256) : null;
    photos.push({
      imageId,
      contentType,
      takenOn,
      uri: origin === null ? null : `${origin}/api/office/images/${imageId}`,
      content: bytes?.toString("base64") ?? null,
    });
  }
  return photos;
}

async function readWork(database: Database, { jobId }: WorkOrder): Promise<WorkFacts> {
  const { orm } = database;
  const [sors, parts, closings, visits] = await Promise.all([
    orm.select().from(schema.jobSor).where(eq(schema.jobSor.jobId, jobId)),
    orm.select().from(schema.jobPart).where(eq(schema.jobPart.jobId, jobId)),
    orm
      .select({ visitId: schema.jobClosing.fieldOperativeAppointmentId })
      .from(schema.jobClosing)
      .where(and(eq(schema.jobClosing.jobId, jobId), eq(schema.jobClosing.kind, "JobClose"))),
    readVisits(database, jobId),
  ]);
  const used = closings.flatMap(({ visitId }) => visits.get(visitId)?.operative ?? []);
  return {
    sors: sors.map(({ row }) => row),
    parts: parts.map(({ row }) => row),
    operatives: [...new Map(used.map((one) => [one.fieldOperativeId, one])).values()],
  };
}
