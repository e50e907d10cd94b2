import { asc, eq, sql } from "drizzle-orm";
import type { CallAnswer, JobContent } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { compareAppliances, compareContacts } from "@fieldfare/domain";
import type { Database } from "../../database/database.ts";
import { readServerJobs } from "./read-server-jobs.ts";
import * as schema from "../../database/schema.ts";
import { listDocuments } from "../../documents/documents.ts";
import { listForms } from "../../forms/list-forms.ts";
import { appointmentEndedFlag, endedElsewhereFlag } from "../../database/evidence.ts";
import { currentAppointment } from "./appointments.ts";
import { computeTargets } from "../quick-jobs/clients.ts";
import { readClosing } from "./closing.ts";
import { readDampCaseId } from "./damp-case-of-job.ts";
import { readEarlierVisit } from "./earlier-visit.ts";
import { readExternalReferences } from "./external-references.ts";
import { readOfficeActions } from "./office-actions.ts";
import { readOrders } from "./ordered-work.ts";
import { type RemovalRequest, readRemovalRequest } from "./removal-requests.ts";
import { readVisitNeeds } from "./visit-needs.ts";

type FieldJob = CallAnswer<typeof office.readJob>;

/** Null when there is no such job. */
export async function readJob(database: Database, jobId: string): Promise<FieldJob | null> {
  const [job] = await readServerJobs(database, [jobId]);
  if (!job) return null;
  const current = await currentAppointment(database.orm, jobId);
  const { propertyId } = job.property;
  const [needs, orders, cancellation, removalRequest, earlierVisit] = await Promise.all([
    readVisitNeeds(database.orm, jobId),
    readOrders(database.orm, jobId),
    readCancellation(database, jobId),
    readRemovalRequest(database.orm, jobId),
    readEarlierVisit(database, jobId),
  ]);
  if (!needs) return null;
  const [
    messages,
    images,
    refusedMessages,
    appliances,
    contacts,
    documents,
    forms,
    references,
    officeActions,
    raised,
    dampCaseId,
  ] = await Promise.all([
    readMessages(database, jobId),
    readImages(database, jobId),
    readRefusedMessages(database, jobId),
    readAppliances(database, propertyId),
    readContacts(database, propertyId),
    listDocuments(database, jobId),
    listForms(database, jobId, job.customForms),
    readExternalReferences(database.orm, jobId),
    readOfficeActions(database, jobId),
    readRaised(database, jobId),
    readDampCaseId(database.orm, jobId),
  ]);
  return {
    job,
    fieldOperativeId: current?.fieldOperativeId ?? null,
    ...raised,
    dampCaseId,
    externalReferences: references,
    needs,
    orders,
    cancellation,
    removalRequest: removalRequest && describeRequest(removalRequest),
    officeActions,
    earlierVisit,
    messages,
    images,
    refused: refusedMessages,
    appliances,
    contacts,
    forms,
    documents: documents.map(({ documentId, kind, title, fieldOperativeId, createdOn }) => ({
      documentId,
      kind,
      name: title,
      fieldOperativeId,
      createdOn: createdOn.toISOString(),
    })),
    evidence: selectEvidence(job, messages),
    closing: await readClosing(database, job, { messages, images }),
  };
}

/** For whom the job was raised, and by when it has to be answered and done. */
async function readRaised(
  { orm }: Database,
  jobId: string,
): Promise<Pick<FieldJob, "client" | "targets">> {
  const { job, property, quickJob, client } = schema;
  const [found] = await orm
    .select({ client, quickJob: quickJob.row, job })
    .from(job)
    .innerJoin(property, eq(property.propertyId, job.propertyId))
    .leftJoin(quickJob, eq(quickJob.jobId, job.jobId))
    .innerJoin(
      client,
      sql`${client.clientId} = coalesce(${property.clientId}, (${quickJob.row} ->> 'clientId')::int)`,
    )
    .where(eq(job.jobId, jobId));
  if (!found) return { client: null, targets: null };
  const { clientId, name, priorities } = found.client;
  const priority = priorities.find((each) => each.name === found.job.jobPriority);
  return {
    client: { clientId, name },
    targets: priority
      ? computeTargets(priority, new Date(found.quickJob?.dateReceived ?? found.job.createdOn))
      : null,
  };
}

async function readCancellation(
  { orm }: Database,
  jobId: string,
): Promise<FieldJob["cancellation"]> {
  const { job } = schema;
  const [row] = await orm
    .select({ cancellation: job.cancellation, cancelledOn: job.cancelledOn })
    .from(job)
    .where(eq(job.jobId, jobId));
  if (!row?.cancellation) return null;
  const { requestedOn, outcomeId, reason } = row.cancellation;
  return { requestedOn, outcomeId, reason, cancelledOn: row.cancelledOn?.toISOString() ?? null };
}

function describeRequest({ commandId: _commandId, ...request }: RemovalRequest) {
  return request;
}

async function readMessages({ orm }: Database, jobId: string): Promise<FieldJob["messages"]> {
  const { message } = schema;
  const rows = await orm
    .select()
    .from(message)
    .where(eq(message.jobId, jobId))
    .orderBy(asc(message.arrival));
  return rows.map((row) => ({
    messageId: row.messageId,
    type: row.type,
    fieldOperativeId: row.fieldOperativeId,
    deviceId: row.deviceId,
    messageCreatedOn: row.messageCreatedOn.toISOString(),
    receivedOn: row.receivedOn.toISOString(),
    clockOffsetMs: row.clockOffsetMs,
    order: row.order,
    payload: row.payload,
    flags: row.flags,
    isEvidence: row.flags.some(isEvidenceFlag),
  }));
}

function isEvidenceFlag(flag: string): boolean {
  return flag === endedElsewhereFlag || flag.startsWith(appointmentEndedFlag);
}

/** Selects the work that was received under an appointment or a visit that had ended, or with a cancel. */
function selectEvidence(
  { fieldOperativeAppointmentId }: FieldJob["job"],
  messages: FieldJob["messages"],
): FieldJob["evidence"] {
  return messages.flatMap(
    ({ messageId, type, fieldOperativeId, receivedOn, payload, isEvidence }) => {
      // The contract accepted the payload; messages of a job name their appointment.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      const { job, ...head } = payload as { job?: JobContent; fieldOperativeAppointmentId: string };
      const isCurrent = head.fieldOperativeAppointmentId === fieldOperativeAppointmentId;
      if (!job || (isCurrent && !isEvidence && type !== "JobStatusChange")) return [];
      return {
        messageId,
        type,
        fieldOperativeAppointmentId: head.fieldOperativeAppointmentId,
        fieldOperativeId,
        receivedOn,
        isTakenOver: !isEvidence,
        job,
      };
    },
  );
}

async function readImages({ orm }: Database, jobId: string): Promise<FieldJob["images"]> {
  const { jobImage, message } = schema;
  const rows = await orm
    .select({ image: jobImage, flags: message.flags })
    .from(jobImage)
    .leftJoin(message, eq(message.messageId, jobImage.messageId))
    .where(eq(jobImage.jobId, jobId))
    .orderBy(asc(jobImage.receivedOn), asc(jobImage.imageId));
  return rows.map(({ image, flags }) => ({
    imageId: image.imageId,
    entityId: image.entityId,
    sha256: image.sha256,
    bytes: image.bytes,
    takenOn: image.takenOn.toISOString(),
    receivedOn: image.receivedOn.toISOString(),
    isEvidence: (flags ?? []).some(isEvidenceFlag),
  }));
}

async function readRefusedMessages({ orm }: Database, jobId: string): Promise<FieldJob["refused"]> {
  const { refusedMessage } = schema;
  const rows = await orm
    .select()
    .from(refusedMessage)
    .where(eq(refusedMessage.jobId, jobId))
    .orderBy(asc(refusedMessage.refusedId));
  return rows.map(({ messageId, type, reason, receivedOn }) => ({
    messageId,
    type,
    reason,
    receivedOn: receivedOn.toISOString(),
  }));
}

async function readAppliances({ orm }: Database, propertyId: string) {
  const { propertyAsset } = schema;
  const rows = await orm
    .select({ row: propertyAsset.row })
    .from(propertyAsset)
    .where(eq(propertyAsset.propertyId, propertyId))
    .orderBy(asc(propertyAsset.propertyAssetId));
  return rows.map(({ row }) => row).sort(compareAppliances);
}

async function readContacts({ orm }: Database, propertyId: string) {
  const { propertyTenant } = schema;
  const rows = await orm
    .select({ row: propertyTenant.row })
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId))
    .orderBy(asc(propertyTenant.propertyTenantId));
  return rows.map(({ row }) => row).sort(compareContacts);
}
