import { randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { JobPart, PlannedSor } from "@fieldfare/contract";
import type { OrderedPart, OrderedWork } from "@fieldfare/contract/office";
import {
  addedSorUsage,
  isBelowReceived,
  mayLeaveOut,
  partUsage,
  replanSors,
  takeOverOrder,
} from "@fieldfare/domain";
import type { Orm } from "../../database/database.ts";
import { jobPart, jobSor, partOrder } from "../../database/schema.ts";
import { type Issue, type Refusal, refuse } from "../../http/problem.ts";

/** What a caller asks for; what is left out stays as it is. */
type GivenOrders = { readonly [Name in keyof OrderedWork]?: OrderedWork[Name] | undefined };

/** Reads what the office has planned and ordered for a job. */
export async function readOrders(orm: Orm, jobId: string): Promise<OrderedWork> {
  const [parts, sors] = await Promise.all([readOrderedParts(orm, jobId), readSors(orm, jobId)]);
  return {
    plannedSors: sors.filter(({ usageType }) => usageType !== addedSorUsage).map(describeSor),
    parts: parts.map((part) => ({ jobPartId: part.jobPartId, ...describePart(part) })),
  };
}

/** Reads the parts that were ordered in advance for this job. Those that wait for it because an engineer asked are not read. */
async function readOrderedParts(orm: Orm, jobId: string): Promise<readonly JobPart[]> {
  const rows = await orm
    .select({ row: jobPart.row })
    .from(jobPart)
    .leftJoin(partOrder, eq(partOrder.suppliedPartId, jobPart.jobPartId))
    .where(and(eq(jobPart.jobId, jobId), isNull(partOrder.jobPartId)))
    .orderBy(sql`${jobPart.row} ->> 'partAddedDateTime'`, asc(jobPart.jobPartId));
  return rows.map(({ row }) => row).filter(({ usageType }) => usageType === partUsage.preordered);
}

async function readSors(orm: Orm, jobId: string): Promise<readonly PlannedSor[]> {
  const rows = await orm
    .select({ row: jobSor.row })
    .from(jobSor)
    .where(eq(jobSor.jobId, jobId))
    .orderBy(asc(jobSor.sorCodeId));
  return rows.map(({ row }) => row);
}

type DraftSor = OrderedWork["plannedSors"][number];

/** What the office says of a code of the schedule of rates. */
export function describeSor({ sorCodeId, sorCode, shortDescription, qty }: DraftSor): DraftSor {
  return { sorCodeId, sorCode, shortDescription, qty };
}

/** What the office says of a part, with null for what it leaves out. */
function describePart(part: Omit<OrderedPart, "jobPartId">) {
  return {
    qty: part.qty,
    shortDescription: part.shortDescription,
    comments: part.comments ?? null,
    partUnitTypeId: part.partUnitTypeId ?? null,
    manufacturerModelId: part.manufacturerModelId ?? null,
    manufacturerPartCode: part.manufacturerPartCode ?? null,
    internalPartCode: part.internalPartCode ?? null,
    purchaseOrderId: part.purchaseOrderId ?? null,
    purchaseOrderDetailId: part.purchaseOrderDetailId ?? null,
    supplierTicketNumber: part.supplierTicketNumber ?? null,
    location: part.location ?? null,
  };
}

/** Says what is given as it is stored, each part with the id of the one that it is, in the order in which it is given. */
export function identifyOrders<Given extends GivenOrders>(
  given: Given,
  before: OrderedWork,
): Given {
  const { plannedSors, parts } = given;
  return {
    ...given,
    ...(plannedSors && { plannedSors: plannedSors.map(describeSor) }),
    ...(parts && { parts: matchParts(parts, before.parts) }),
  };
}

/** Sorts what is given as it is read: codes, and parts as the job has them. So the same again is no change. */
export function sortOrders<Given extends GivenOrders>(given: Given, before: OrderedWork): Given {
  const { plannedSors, parts } = given;
  const places = new Map(before.parts.map(({ jobPartId }, index) => [jobPartId, index]));
  const position = ({ jobPartId }: OrderedPart) =>
    (jobPartId === undefined ? undefined : places.get(jobPartId)) ?? before.parts.length;
  return {
    ...given,
    ...(plannedSors && {
      plannedSors: plannedSors.toSorted((one, other) => one.sorCodeId - other.sorCodeId),
    }),
    ...(parts && { parts: parts.toSorted((one, other) => position(one) - position(other)) }),
  };
}

/** A part without an id is the one that says the same, or that is the same with another quantity or place. */
function matchParts(
  given: readonly OrderedPart[],
  stored: readonly OrderedPart[],
): readonly OrderedPart[] {
  const named = new Set(given.flatMap(({ jobPartId }) => jobPartId ?? []));
  const free = new Set(stored.filter(({ jobPartId }) => !named.has(jobPartId ?? "")));
  const take = (part: OrderedPart, isSame: (known: OrderedPart) => boolean): OrderedPart => {
    const known = part.jobPartId === undefined ? [...free].find(isSame) : undefined;
    if (known) free.delete(known);
    return known?.jobPartId === undefined ? part : { jobPartId: known.jobPartId, ...part };
  };
  const described = given.map(({ jobPartId, ...part }): OrderedPart => ({
    ...(jobPartId !== undefined && { jobPartId }),
    ...describePart(part),
  }));
  return described
    .map((part) => take(part, ({ jobPartId: _id, ...known }) => isDeepStrictEqual(known, part)))
    .map((part) =>
      take(
        part,
        (known) =>
          known.shortDescription === part.shortDescription &&
          known.purchaseOrderDetailId === part.purchaseOrderDetailId,
      ),
    );
}

/** Refuses, with its place in the list, a code that is given twice, a part that is none of the job, and what would undo what engineers have received. */
export async function refuseOrders(
  orm: Orm,
  jobId: string,
  { plannedSors = [], parts }: GivenOrders,
): Promise<Refusal | undefined> {
  const issues: Issue[] = [...findRepeatedSors(plannedSors)];
  if (parts) {
    const stored = await readOrderedParts(orm, jobId);
    const ids = parts.map(({ jobPartId }) => jobPartId);
    for (const [index, part] of parts.entries()) {
      const { jobPartId } = part;
      if (jobPartId === undefined) continue;
      const path = `parts.${index}`;
      const known = stored.find((one) => one.jobPartId === jobPartId);
      if (!known)
        issues.push({
          path: `${path}.jobPartId`,
          message: "No part that was ordered for this job has this id",
        });
      else if (ids.indexOf(jobPartId) < index)
        issues.push({ path: `${path}.jobPartId`, message: "The part is repeated" });
      else if (isBelowReceived(part.qty, known))
        issues.push({
          path: `${path}.qty`,
          message: describeRecorded(known),
        });
    }
    for (const part of stored)
      if (!mayLeaveOut(part) && !ids.includes(part.jobPartId))
        issues.push({
          path: "parts",
          message: `${describeRecorded(part)}: the part stays in the list`,
        });
  }
  return issues.length > 0 ? refuse("invalid", { issues }) : undefined;
}

function describeRecorded({ qtyCollected, shortDescription }: JobPart): string {
  return qtyCollected > 0
    ? `${qtyCollected} of ${shortDescription} have been received`
    : `The use of ${shortDescription} has been recorded`;
}

/** Finds codes of the schedule of rates that are given twice. */
export function findRepeatedSors(plannedSors: readonly { readonly sorCodeId: number }[]): Issue[] {
  const codes = plannedSors.map(({ sorCodeId }) => sorCodeId);
  return codes.flatMap((code, index) =>
    codes.indexOf(code) < index
      ? [{ path: `plannedSors.${index}.sorCodeId`, message: "The code is repeated" }]
      : [],
  );
}

/** Stores what is given, which has been checked. What engineers have recorded stays. */
export async function storeOrders(
  orm: Orm,
  jobId: string,
  { plannedSors, parts }: GivenOrders,
): Promise<void> {
  const at = new Date().toISOString();
  if (plannedSors) await storePlannedSors(orm, jobId, plannedSors, at);
  if (parts) await storeOrderedParts(orm, jobId, parts, at);
}

async function storePlannedSors(
  orm: Orm,
  jobId: string,
  plannedSors: readonly DraftSor[],
  at: string,
): Promise<void> {
  const here = await readSors(orm, jobId);
  const planned = plannedSors.map((sor): PlannedSor => ({
    ...describeSor(sor),
    jobId,
    qtyUsed: 0,
    usageType: 1,
    updatedOnDateTime: at,
  }));
  const now = replanSors(here, planned);
  const gone = here.filter((sor) => !now.some(({ sorCodeId }) => sorCodeId === sor.sorCodeId));
  if (gone.length > 0)
    await orm.delete(jobSor).where(
      and(
        eq(jobSor.jobId, jobId),
        inArray(
          jobSor.sorCodeId,
          gone.map(({ sorCodeId }) => sorCodeId),
        ),
      ),
    );
  const changed = now.filter((sor) => !here.some((known) => isDeepStrictEqual(known, sor)));
  if (changed.length > 0)
    await orm
      .insert(jobSor)
      .values(changed.map((row) => ({ jobId, sorCodeId: row.sorCodeId, row })))
      .onConflictDoUpdate({
        target: [jobSor.jobId, jobSor.sorCodeId],
        set: { row: sql`excluded.row` },
      });
}

async function storeOrderedParts(
  orm: Orm,
  jobId: string,
  parts: readonly OrderedPart[],
  at: string,
): Promise<void> {
  const stored = await readOrderedParts(orm, jobId);
  const named = new Set(parts.map(({ jobPartId }) => jobPartId));
  const gone = stored.filter(({ jobPartId }) => !named.has(jobPartId));
  if (gone.length > 0)
    await orm.delete(jobPart).where(
      inArray(
        jobPart.jobPartId,
        gone.map(({ jobPartId }) => jobPartId),
      ),
    );
  for (const { jobPartId, ...part } of parts) {
    const known = stored.find((one) => one.jobPartId === jobPartId);
    if (!known) {
      const row = buildOrderedPart(jobId, part, at);
      await orm.insert(jobPart).values({ jobPartId: row.jobPartId, jobId, row });
      continue;
    }
    const office: JobPart = { ...known, ...describePart(part), qtyRequired: part.qty };
    const row = takeOverOrder(known, office);
    if (isDeepStrictEqual(row, known)) continue;
    await orm.update(jobPart).set({ row }).where(eq(jobPart.jobPartId, row.jobPartId));
    await updatePartOrder(orm, known, row);
  }
}

/** Updates the part's row in the list of parts to order. */
async function updatePartOrder(orm: Orm, before: JobPart, part: JobPart): Promise<void> {
  const { jobPartId, location, supplierTicketNumber, purchaseOrderId, qty, qtyCollected } = part;
  const waits = location === null ? "ordered" : "ready";
  await orm
    .update(partOrder)
    .set({
      state: qtyCollected >= qty ? "collected" : qtyCollected > 0 ? "ready" : waits,
      ...(!isDeepStrictEqual(location, before.location) && { location }),
      ...(supplierTicketNumber !== before.supplierTicketNumber && { supplierTicketNumber }),
      ...(purchaseOrderId !== before.purchaseOrderId && {
        purchaseOrderId: typeof purchaseOrderId === "number" ? purchaseOrderId : null,
      }),
      changedOn: sql`clock_timestamp()`,
    })
    .where(and(eq(partOrder.jobPartId, jobPartId), eq(partOrder.isRequest, false)));
}

/** What every part that is ordered in advance begins with: nothing of it is received or used. */
export function beginOrder(qty: number, at: string) {
  return {
    usageType: 1,
    usageStatus: null,
    qtyCollected: 0,
    qtyUsed: 0,
    qtyRequired: qty,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: at,
    collectedDateTime: null,
  } as const;
}

function buildOrderedPart(
  jobId: string,
  part: Omit<OrderedPart, "jobPartId">,
  at: string,
): JobPart {
  const described = describePart(part);
  return {
    jobPartId: randomUUIDv7(),
    jobId,
    status: described.location === null ? "NotApplicable" : "Collect",
    ...beginOrder(part.qty, at),
    ...described,
  };
}
