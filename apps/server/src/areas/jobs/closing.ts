import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CallAnswer, JobContent, Payload } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  addedSorUsage,
  causeDescriptions,
  countLeft,
  countUncollected,
  outcomes,
  partUsage,
} from "@fieldfare/domain";
import { readRows } from "../../database/data-sets.ts";
import type { Database } from "../../database/database.ts";
import { isEndedElsewhere, outdatedOrdersFlag } from "../../database/evidence.ts";
import { readRemovedRecords } from "../../database/removed-records.ts";
import * as schema from "../../database/schema.ts";
import { describeSor } from "./ordered-work.ts";

type FieldJob = CallAnswer<typeof office.readJob>;
type Closing = NonNullable<FieldJob["closing"]>;
type ClosingRow = typeof schema.jobClosing.$inferSelect;

/**
 * Reads how the job ended, and which images are still missing; null while it has not ended. Only a closing under the
 * current appointment counts: one under an ended appointment is evidence.
 */
export async function readClosing(
  database: Database,
  {
    jobId,
    fieldOperativeAppointmentId,
  }: Pick<FieldJob["job"], "jobId" | "fieldOperativeAppointmentId">,
  { messages, images }: Pick<FieldJob, "messages" | "images">,
): Promise<Closing | null> {
  const row = await lastClosing(database, jobId, fieldOperativeAppointmentId);
  if (!row || !schema.hasOutcome(row.outcome)) return null;
  const { outcome } = row;
  const message = messages.find(({ messageId }) => messageId === row.messageId);
  const arrived = new Map(images.map((image) => [image.imageId, image.sha256]));
  const missing = row.manifest.filter(({ imageId, sha256 }) => {
    const hash = arrived.get(imageId.toLowerCase());
    return hash === undefined || (sha256 !== null && sha256 !== hash);
  });
  return {
    kind: "noAccessReasonId" in outcome ? "JobNoAccess" : "JobClose",
    closedOn: row.closedOn.toISOString(),
    receivedOn: row.receivedOn.toISOString(),
    closedBy: await findEngineer(database, row),
    outcome,
    inWords: await describeClosing(database, outcome, message?.payload),
    outdatedOrders: message ? readOutdatedOrders(message) : null,
    signatureImageId: findSignatureImage(outcome, row),
    formPhotoImageIds: row.formPhotoImageIds,
    numberOfMessages: row.numberOfMessages,
    arrivedMessages: 1 + row.manifest.length - missing.length,
    delivered: row.deliveredOn !== null,
    deliveredOn: row.deliveredOn?.toISOString() ?? null,
    missingImageIds: missing.map(({ imageId }) => imageId),
    removed: await readRemovedRecords(database, row.messageId),
  };
}

function readOutdatedOrders({
  flags,
  payload,
}: FieldJob["messages"][number]): Closing["outdatedOrders"] {
  if (!flags.includes(outdatedOrdersFlag)) return null;
  // The contract accepted the payload of an ending. Retention may have emptied it.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { job } = payload as { readonly job?: JobContent };
  if (!job) return null;
  return {
    plannedSors: job.plannedSors
      .filter(({ usageType }) => usageType !== addedSorUsage)
      .map(describeSor),
    parts: countParts(selectOrdered(job.parts), ({ qty }) => qty),
  };
}

async function lastClosing(
  { orm }: Database,
  jobId: string,
  appointmentId: string,
): Promise<ClosingRow | null> {
  const { jobClosing } = schema;
  const [row] = await orm
    .select()
    .from(jobClosing)
    .where(
      and(
        eq(jobClosing.jobId, jobId),
        eq(jobClosing.fieldOperativeAppointmentId, appointmentId),
        inArray(jobClosing.kind, schema.closesJob),
        sql`not ${sql.raw(isEndedElsewhere("job_closing.message_id"))}`,
      ),
    )
    .orderBy(desc(jobClosing.receivedOn))
    .limit(1);
  return row ?? null;
}

/** The engineer who had the job when it was closed, and so signed it off. */
async function findEngineer({ orm }: Database, row: ClosingRow): Promise<Closing["closedBy"]> {
  const { account, appointment } = schema;
  const [found] = await orm
    .select({ fieldOperativeId: appointment.fieldOperativeId, name: account.name })
    .from(appointment)
    .leftJoin(account, eq(account.fieldOperativeId, appointment.fieldOperativeId))
    .where(eq(appointment.fieldOperativeAppointmentId, row.fieldOperativeAppointmentId))
    .limit(1);
  return found ? { fieldOperativeId: found.fieldOperativeId, name: found.name ?? "" } : null;
}

async function describeClosing(
  database: Database,
  outcome: schema.VisitOutcome,
  payload: unknown,
): Promise<Closing["inWords"]> {
  if ("noAccessReasonId" in outcome) {
    const reason = await findNoAccessReason(database, outcome.noAccessReasonId);
    return {
      outcome: "No access",
      noAccessReason: reason,
      rootCauses: [],
      unusedParts: [],
      uncollectedParts: [],
    };
  }
  // Every close is recorded with a payload that the contract accepted.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const { parts = [] } = (payload as Partial<Payload<"JobClose">> | undefined)?.job ?? {};
  const ordered = selectOrdered(parts);
  return {
    outcome: outcomes.find(({ outcomeId }) => outcomeId === outcome.outcomeId)?.name ?? null,
    noAccessReason: null,
    rootCauses: await describeCauses(database, outcome.rootCauses),
    unusedParts: countParts(ordered, countLeft),
    uncollectedParts: countParts(ordered, countUncollected),
  };
}

function selectOrdered(parts: readonly SentPart[]): readonly SentPart[] {
  return parts.filter(({ usageType }) => usageType === partUsage.preordered).toSorted(byAdded);
}

/** Those parts of which something is counted, with how many. */
function countParts(parts: readonly SentPart[], count: (part: SentPart) => number) {
  return parts
    .map((part) => ({
      jobPartId: part.jobPartId,
      shortDescription: part.shortDescription,
      qty: count(part),
    }))
    .filter(({ qty }) => qty > 0);
}

/**
 * The office lists a job's parts in the order in which they were added; a phone sends them in the order of their ids.
 */
function byAdded(a: SentPart, b: SentPart): number {
  return (
    a.partAddedDateTime.localeCompare(b.partAddedDateTime) || a.jobPartId.localeCompare(b.jobPartId)
  );
}

type SentPart = Payload<"JobClose">["job"]["parts"][number];

/** The descriptions that the device sent; where it sent none, those of the current list. */
async function describeCauses(
  database: Database,
  chain: Payload<"JobClose">["outcome"]["rootCauses"],
) {
  const isDescribed = chain.every(({ description }) => description !== undefined);
  const causes = isDescribed ? [] : (await readRows(database, "RootCauses")).rows;
  const known = causeDescriptions(causes, chain);
  return chain.map(({ rootCauseId, description, additionalText }, level) => ({
    rootCauseId,
    description: description ?? known[level] ?? null,
    additionalText,
  }));
}

async function findNoAccessReason(database: Database, value: number): Promise<string | null> {
  const { rows } = await readRows(database, "DomainData");
  const found = rows.find((row) => row.fieldName === "NoAccessReason" && row.value === value);
  return found?.text ?? null;
}

/** Finds the drawn signature in the manifest by the hash of its bytes. */
export function findSignatureImage(
  outcome: ClosingRow["outcome"],
  { manifest }: Pick<ClosingRow, "manifest">,
): string | null {
  if (!schema.hasOutcome(outcome)) return null;
  const dataUrl = "customerSignature" in outcome ? outcome.customerSignature.dataUrl : null;
  if (dataUrl === null) return null;
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  const hash = createHash("sha256").update(bytes).digest("hex");
  return manifest.find(({ sha256 }) => sha256 === hash)?.imageId ?? null;
}
