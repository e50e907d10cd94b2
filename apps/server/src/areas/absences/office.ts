import { createHash, randomUUIDv7 } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type {
  AbsenceDecision,
  CallAnswer,
  CallBody,
  CallQuery,
  HolidayYear,
} from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import {
  absenceStatus,
  validateAbsenceCancel,
  clashes,
  daysBeyondAllowance,
} from "@fieldfare/domain";
import { type AuditSource, type Change, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { readChangedPage } from "../../database/changed-page.ts";
import {
  absence,
  absenceDocument,
  account,
  fieldOperative,
  holidayYear,
  unusedObject,
} from "../../database/schema.ts";
import { refuseWithChangedSince } from "../../http/changed-since.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { ObjectStore } from "../../objects/objects.ts";
import { storeObject } from "../../objects/unused-objects.ts";
import { storeCommand } from "../commands/store.ts";
import { type AbsenceRow, readYears, toAbsenceRequest } from "./store.ts";

const statusNumbers = { 1: 1, 2: 2, 3: 3 } as const;

const maxAbsences = 1000;

/**
 * Lists the newest absences first, at most 1,000, or those that changed since a time in the order of their changes. Refuses
 * an `after` that is no absence with `invalid`.
 */
export async function listAbsences(
  database: Database,
  query: NonNullable<CallQuery<typeof office.listAbsences>>,
): Promise<CallAnswer<typeof office.listAbsences> | Refusal> {
  const { status, fieldOperativeId, cancelling, after, changedSince, limit } = query;
  const isListed = and(
    status ? eq(absence.status, statusNumbers[status]) : undefined,
    fieldOperativeId ? eq(absence.fieldOperativeId, fieldOperativeId) : undefined,
    cancelling ? eq(absence.cancelStatus, absenceStatus.pending) : undefined,
  );
  const pageSize = limit === undefined ? maxAbsences : Number(limit);
  if (changedSince !== undefined) {
    const refusal = refuseWithChangedSince({ after }, ["after"]);
    if (refusal) return refusal;
    return listChanged(database, { changedSince, isListed, pageSize });
  }
  const last = after === undefined ? null : await readPosition(database, after);
  if (last === undefined)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such absence" }] });
  const years = await readYears(database);
  const rows = await database.orm
    .select({ absence, operativeName: account.name })
    .from(absence)
    .innerJoin(account, eq(account.fieldOperativeId, absence.fieldOperativeId))
    .where(
      and(
        isListed,
        last
          ? sql`(${absence.receivedOn}, ${absence.absenceId}) < (${last.receivedOn}::timestamptz, ${last.absenceId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(absence.receivedOn), desc(absence.absenceId))
    .limit(pageSize);
  return describeAbsences(database, rows, years);
}

interface ChangedQuery {
  readonly changedSince: string;
  readonly isListed: SQL | undefined;
  readonly pageSize: number;
}

async function listChanged(
  database: Database,
  { changedSince, isListed, pageSize }: ChangedQuery,
): Promise<CallAnswer<typeof office.listAbsences>> {
  const { orm } = database;
  const { until, limit } = await readChangedPage(database, "absence", changedSince, pageSize);
  const rows = await orm
    .select({ absence, operativeName: account.name })
    .from(absence)
    .innerJoin(account, eq(account.fieldOperativeId, absence.fieldOperativeId))
    .where(
      and(
        sql`${absence.changedOn} >= ${changedSince} and ${absence.changedOn} < ${until}`,
        isListed,
      ),
    )
    .orderBy(asc(absence.changedOn), asc(absence.absenceId))
    .limit(limit);
  return describeAbsences(database, rows, await readYears(database));
}

/** Reads the time as text, since a date of JavaScript has no microseconds. */
async function readPosition({ orm }: Database, absenceId: string) {
  const [position] = await orm
    .select({
      absenceId: absence.absenceId,
      receivedOn: sql<string>`${absence.receivedOn}::text`,
    })
    .from(absence)
    .where(eq(absence.absenceId, absenceId));
  return position;
}

/** Describes absences with what the office has to know of each: other absences on the same days, and broken rules. */
export async function describeAbsences(
  database: Database,
  rows: readonly { readonly absence: AbsenceRow; readonly operativeName: string }[],
  years: readonly HolidayYear[],
): Promise<CallAnswer<typeof office.listAbsences>> {
  const ids = [...new Set(rows.map(({ absence: row }) => row.fieldOperativeId))];
  const openAbsences = await database.orm
    .select()
    .from(absence)
    .where(and(isNull(absence.removedOn), inArray(absence.fieldOperativeId, ids)));
  const absencesByOperative = Map.groupBy(openAbsences, (row) => row.fieldOperativeId);
  return rows.map(({ absence: row, operativeName }) => ({
    ...toAbsenceRequest(row, years),
    fieldOperativeId: row.fieldOperativeId,
    operativeName,
    requestedOn: row.requestedOn.toISOString(),
    cancelComment: row.cancelComment,
    removedOn: row.removedOn?.toISOString() ?? null,
    changedOn: row.changedOn.toISOString(),
    overlaps: (absencesByOperative.get(row.fieldOperativeId) ?? [])
      .filter((other) => other.absenceId !== row.absenceId)
      .filter((other) => clashes(row.days, { ...other, id: other.absenceId }))
      .map((other) => other.absenceId),
    flags: [
      ...cancelFlags(row),
      ...allowanceFlags(row, absencesByOperative.get(row.fieldOperativeId) ?? [], years),
    ],
  }));
}

/** Says by how many days a pending or approved holiday exceeds what the others before it leave of the allowance. */
function allowanceFlags(
  row: AbsenceRow,
  openAbsences: readonly AbsenceRow[],
  years: readonly HolidayYear[],
): string[] {
  if (row.removedOn || row.status === absenceStatus.rejected) return [];
  const others = openAbsences.filter(isBefore(row)).map(toAbsence);
  const days = daysBeyondAllowance(row, { years, others });
  return days > 0 ? [`absence: allowance-exceeded-by-${days}`] : [];
}

const toAbsence = ({ absenceId, ...row }: AbsenceRow) => ({ ...row, id: absenceId });

const isBefore = (row: AbsenceRow) => (other: AbsenceRow) =>
  other.receivedOn < row.receivedOn ||
  (other.receivedOn.getTime() === row.receivedOn.getTime() && other.absenceId < row.absenceId);

/** Checks a cancellation against the server's status: the device may have cancelled before it knew of the approval. */
function cancelFlags({ absenceId, cancelStatus, cancelComment, ...row }: AbsenceRow): string[] {
  if (cancelStatus === null) return [];
  const issue = validateAbsenceCancel({ ...row, id: absenceId, cancelStatus }, cancelComment ?? "");
  return issue ? [`absence: ${issue}`] : [];
}

/** Decides an absence once: the same decision again changes nothing, another one is refused. */
export async function decideAbsence(
  { orm, record }: Change,
  absenceId: string,
  { status, rejectReason, reviewerComment }: CallBody<typeof office.decideAbsence>,
): Promise<typeof ok | Refusal> {
  const [row] = await orm
    .select()
    .from(absence)
    .where(eq(absence.absenceId, absenceId))
    .for("update");
  if (!row) return refuse("not-found");
  if (row.status === status) return ok;
  if (row.removedOn)
    return refuse("conflict", { detail: "The engineer has cancelled the request" });
  if (row.status !== absenceStatus.pending)
    return refuse("conflict", {
      detail:
        row.status === absenceStatus.approved
          ? "The request has already been approved"
          : "The request has already been rejected",
    });
  const decision = {
    status,
    rejectReason: status === absenceStatus.rejected ? (rejectReason ?? null) : null,
    reviewerComment: reviewerComment ?? null,
  };
  await orm
    .update(absence)
    .set({ ...decision, decidedOn: sql`now()` })
    .where(eq(absence.absenceId, absenceId));
  record({
    action: "absence-decided",
    objectType: "absence",
    objectId: absenceId,
    fieldOperativeId: row.fieldOperativeId,
    before: { status: row.status },
    after: decision,
  });
  await notifyEngineer(orm, row, {
    decision: status === absenceStatus.approved ? "approved" : "rejected",
    reason: decision.rejectReason ?? decision.reviewerComment,
  });
  return ok;
}

/** Sends what has been decided to the engineer's phones, which show it as an alert. */
async function notifyEngineer(
  orm: Orm,
  { absenceId, fieldOperativeId, type, days }: AbsenceRow,
  decided: { readonly decision: AbsenceDecision; readonly reason: string | null },
): Promise<void> {
  await storeCommand(orm, fieldOperativeId, "AbsenceDecision", {
    absenceRequestId: absenceId,
    absenceType: type,
    days,
    ...decided,
  });
}

function sayWhyNotWaiting({ cancelStatus }: AbsenceRow): string {
  if (cancelStatus === absenceStatus.approved) return "The absence has already been cancelled";
  return cancelStatus === absenceStatus.rejected
    ? "It has already been decided that the absence stays"
    : "No cancellation is waiting for a decision";
}

/**
 * Decides a cancellation that an engineer asked for. An approved one removes the absence. Refuses
 * with `conflict` when none is waiting; the same decision again changes nothing.
 */
export async function decideAbsenceCancel(
  { orm, record }: Change,
  absenceId: string,
  { cancelStatus, reviewerComment }: CallBody<typeof office.decideAbsenceCancel>,
): Promise<typeof ok | Refusal> {
  const [row] = await orm
    .select()
    .from(absence)
    .where(eq(absence.absenceId, absenceId))
    .for("update");
  if (!row) return refuse("not-found");
  if (row.cancelStatus === cancelStatus) return ok;
  if (row.cancelStatus !== absenceStatus.pending)
    return refuse("conflict", { detail: sayWhyNotWaiting(row) });
  const decision = { cancelStatus, ...(reviewerComment !== undefined && { reviewerComment }) };
  await orm
    .update(absence)
    .set({
      ...decision,
      ...(cancelStatus === absenceStatus.approved && { removedOn: sql`now()` }),
    })
    .where(eq(absence.absenceId, absenceId));
  record({
    action: "absence-cancellation-decided",
    objectType: "absence",
    objectId: absenceId,
    fieldOperativeId: row.fieldOperativeId,
    before: { cancelStatus: row.cancelStatus, reviewerComment: row.reviewerComment },
    after: decision,
  });
  await notifyEngineer(orm, row, {
    decision:
      cancelStatus === absenceStatus.approved ? "cancellation-approved" : "cancellation-rejected",
    reason: reviewerComment ?? null,
  });
  return ok;
}

/** Stores a holiday year. Years must not overlap, because an absence belongs to one year. */
export async function putHolidayYear(
  { orm, record }: Change,
  id: number,
  body: CallBody<typeof office.putHolidayYear>,
): Promise<HolidayYear | Refusal> {
  const year = {
    ...body,
    nonWorkingDays: [...new Set(body.nonWorkingDays)].toSorted(),
  };
  await orm.execute(sql`lock table ${holidayYear} in share row exclusive mode`);
  const years = await orm.select().from(holidayYear);
  const shared = years.find(
    (other) =>
      other.holidayYearId !== id && other.dateFrom <= year.dateTo && year.dateFrom <= other.dateTo,
  );
  if (shared)
    return refuse("conflict", {
      detail: `Year ${shared.holidayYearId} already has some of these days`,
    });
  const after = { holidayYearId: id, ...year };
  await orm
    .insert(holidayYear)
    .values(after)
    .onConflictDoUpdate({ target: holidayYear.holidayYearId, set: year });
  const before = years.find(({ holidayYearId }) => holidayYearId === id);
  record({
    action: before ? "holiday-year-changed" : "holiday-year-added",
    objectType: "holiday-year",
    objectId: String(id),
    before: before ?? {},
    after,
  });
  return { id, ...year };
}

/**
 * Stores a PDF for one engineer, or for all when `fieldOperativeId` is null. `pdf` is base64. The
 * same `documentId` again replaces it.
 */
export async function addAbsenceDocument(
  database: Database,
  objects: ObjectStore,
  source: AuditSource,
  { documentId, name, fieldOperativeId, pdf }: CallBody<typeof office.addAbsenceDocument>,
): Promise<CallAnswer<typeof office.addAbsenceDocument> | Refusal> {
  const bytes = Buffer.from(pdf, "base64");
  if (!bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    return refuse("invalid", { issues: [{ path: "pdf", message: "This is not a PDF" }] });
  }
  if (fieldOperativeId !== null) {
    const [found] = await database.orm
      .select({ id: fieldOperative.fieldOperativeId })
      .from(fieldOperative)
      .where(eq(fieldOperative.fieldOperativeId, fieldOperativeId));
    if (!found) return refuse("not-found");
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await storeObject(database, objects, sha256, bytes);
  const id = documentId ?? randomUUIDv7();
  const after = { name, fieldOperativeId, sha256, bytes: bytes.length };
  return makeChange(database, source, async ({ orm, record }) => {
    const before = await findDocument(orm, id);
    if (before && before.sha256 !== sha256)
      await orm.insert(unusedObject).values({ sha256: before.sha256 }).onConflictDoNothing();
    await orm
      .insert(absenceDocument)
      .values({ documentId: id, ...after })
      .onConflictDoUpdate({ target: absenceDocument.documentId, set: after });
    record({
      action: before ? "absence-document-changed" : "absence-document-added",
      objectType: "absence-document",
      objectId: id,
      fieldOperativeId,
      before: before ?? {},
      after,
    });
    return { documentId: id };
  });
}

/** Removes a document. Its file is deleted later, unless another document has the same one. */
export async function removeAbsenceDocument(
  { orm, record }: Change,
  documentId: string,
): Promise<typeof ok | Refusal> {
  const before = await findDocument(orm, documentId);
  if (!before) return refuse("not-found");
  await orm.delete(absenceDocument).where(eq(absenceDocument.documentId, documentId));
  await orm.insert(unusedObject).values({ sha256: before.sha256 }).onConflictDoNothing();
  record({
    action: "absence-document-removed",
    objectType: "absence-document",
    objectId: documentId,
    fieldOperativeId: before.fieldOperativeId,
    before,
  });
  return ok;
}

async function findDocument(orm: Orm, documentId: string) {
  const [row] = await orm
    .select({
      name: absenceDocument.name,
      fieldOperativeId: absenceDocument.fieldOperativeId,
      sha256: absenceDocument.sha256,
      bytes: absenceDocument.bytes,
    })
    .from(absenceDocument)
    .where(eq(absenceDocument.documentId, documentId))
    .for("update");
  return row;
}
