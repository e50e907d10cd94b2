import { createHash, randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { CallBody, JobPart } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { nextPartOrderStates } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { job, jobPart, partOrder } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment } from "../jobs/appointments.ts";

type Body = CallBody<typeof office.setPartOrder>;
type Step<State extends Body["state"]> = Extract<Body, { state: State }>;
type Order = typeof partOrder.$inferSelect;

/**
 * Says how far the office is with a part. A part that an engineer asked for is collected for an open job at the home: it
 * gets a part of its own there. The engineer who has that job is told, and the phone takes it over.
 *
 * Returns null when it is done.
 */
export async function setPartOrder(
  { orm, record }: Change,
  jobPartId: string,
  body: Body,
): Promise<Refusal | null> {
  const [order] = await orm
    .select()
    .from(partOrder)
    .where(eq(partOrder.jobPartId, jobPartId))
    .for("update");
  if (!order) return refuse("not-found");
  if (order.changedOn.getTime() !== Date.parse(body.changedOn))
    return refuse("conflict", {
      detail: `Meanwhile somebody has changed this part: ${stateNames[order.state]}.`,
    });
  // What a phone says of it meanwhile must not be lost.
  const part = await readPart(orm, jobPartId);
  if (!part) return refuse("not-found");
  const supplied = await readPart(orm, order.suppliedPartId);
  const collected = order.isRequest ? supplied : part;
  const isJobClosed = collected !== null && (await isClosed(orm, collected.jobId));
  const { state, isRequest } = order;
  const qtyCollected = collected?.row.qtyCollected ?? 0;
  if (!nextPartOrderStates({ state, isRequest, isJobClosed, qtyCollected }).includes(body.state))
    return refuse("conflict", { detail: `The part cannot become this: ${stateNames[state]}.` });

  const before = describe(order);
  const after = await take(orm, { order, part: part.row, supplied }, body);
  if ("refusal" in after) return after;
  await orm
    .update(partOrder)
    .set({ ...after, changedOn: sql`clock_timestamp()` })
    .where(eq(partOrder.jobPartId, jobPartId));
  const changed = describe({ ...order, ...after });
  record({
    action: "part-ordered",
    objectType: "part",
    objectId: jobPartId,
    before,
    after: changed,
  });
  return null;
}

const stateNames = {
  "to-order": "it is still to be ordered",
  ordered: "it is ordered",
  ready: "it is ready to collect",
  collected: "it is collected",
  "not-needed": "it is not needed",
} as const satisfies Record<Order["state"], string>;

function describe({ jobId, state, ...order }: Order) {
  const { purchaseOrderId, supplierTicketNumber, expectedOn, location, reason } = order;
  return { jobId, state, purchaseOrderId, supplierTicketNumber, expectedOn, location, reason };
}

type Stored = typeof jobPart.$inferSelect;

/** Reads and locks a part of a job. */
async function readPart(orm: Orm, jobPartId: string | null): Promise<Stored | null> {
  if (jobPartId === null) return null;
  const [row] = await orm
    .select()
    .from(jobPart)
    .where(eq(jobPart.jobPartId, jobPartId))
    .for("update");
  return row ?? null;
}

async function isClosed(orm: Orm, jobId: string): Promise<boolean> {
  const [row] = await orm.select({ status: job.status }).from(job).where(eq(job.jobId, jobId));
  return row?.status === "Closed";
}

interface Known {
  readonly order: Order;
  readonly part: JobPart;
  /** The part by which it is collected, if it was asked for and waits at a store. */
  readonly supplied: Stored | null;
}

/** Stores what a state says elsewhere. Returns the changes of the order. */
async function take(orm: Orm, known: Known, body: Body): Promise<Partial<Order> | Refusal> {
  const { order, part } = known;
  switch (body.state) {
    case "ordered": {
      const { state, purchaseOrderId, supplierTicketNumber, expectedOn } = body;
      const day = expectedOn === null ? "" : `, expected on ${expectedOn}`;
      await tell(orm, order.jobId, `Ordered: ${describePart(part)}${day}.`);
      return { state, purchaseOrderId, supplierTicketNumber, expectedOn, reason: null };
    }
    case "ready":
      return supply(orm, known, body);
    case "not-needed":
      await tell(orm, order.jobId, `Not ordered: ${describePart(part)}. ${body.reason}`);
      return { state: body.state, reason: body.reason };
    case "to-order":
      return {
        state: body.state,
        purchaseOrderId: null,
        supplierTicketNumber: null,
        expectedOn: null,
        location: null,
        reason: null,
        suppliedPartId: null,
      };
    default:
      return body satisfies never;
  }
}

async function supply(
  orm: Orm,
  { order, part, supplied }: Known,
  { jobId, ...body }: Step<"ready">,
): Promise<Partial<Order> | Refusal> {
  const isOwnJob = order.isRequest || jobId === order.jobId;
  const isSameHome = isOwnJob && (await isOpenAtHome(orm, jobId, order.jobId));
  if (!isSameHome)
    return refuse("invalid", {
      issues: [{ path: "jobId", message: "Choose an open job at the home" }],
    });
  const location = {
    ...body.location,
    locationId: body.location.locationId ?? idOf(body.location),
  };
  // The two ids may differ in kind: those of another system are not the office's numbers.
  const purchaseOrderId = order.purchaseOrderId ?? (supplied?.row ?? part).purchaseOrderId;
  const supplierTicketNumber =
    order.supplierTicketNumber ?? (supplied?.row ?? part).supplierTicketNumber;
  const ordered = { purchaseOrderId, supplierTicketNumber, location, status: "Collect" as const };
  const existing = order.isRequest ? supplied : { jobPartId: order.jobPartId, jobId, row: part };
  const changes: Partial<Order> = { state: "ready", location, reason: null };
  if (existing && existing.jobId === jobId)
    await orm
      .update(jobPart)
      .set({ row: { ...existing.row, ...ordered } })
      .where(eq(jobPart.jobPartId, existing.jobPartId));
  else {
    const suppliedPartId = randomUUIDv7();
    changes.suppliedPartId = suppliedPartId;
    // The trigger on the part must find that it is for this one.
    await orm
      .update(partOrder)
      .set({ suppliedPartId })
      .where(eq(partOrder.jobPartId, order.jobPartId));
    const row = { ...buildSuppliedPart(part, jobId, suppliedPartId), ...ordered };
    await orm.insert(jobPart).values({ jobPartId: suppliedPartId, jobId, row });
  }
  await tell(orm, jobId, `Ready to collect: ${describePart(part)}, at ${describePlace(location)}.`);
  return changes;
}

async function isOpenAtHome(orm: Orm, jobId: string, otherJobId: string): Promise<boolean> {
  // The lock keeps the job from closing before the part is in it.
  const [row] = await orm.select().from(job).where(eq(job.jobId, jobId)).for("update");
  const [other] = await orm.select().from(job).where(eq(job.jobId, otherJobId));
  return row?.propertyId === other?.propertyId && row !== undefined && row.status !== "Closed";
}

function buildSuppliedPart(part: JobPart, jobId: string, jobPartId: string): JobPart {
  return {
    ...part,
    jobPartId,
    jobId,
    usageType: 1,
    usageStatus: null,
    qtyCollected: 0,
    qtyUsed: 0,
    qtyRequired: part.qty,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: new Date().toISOString(),
    collectedDateTime: null,
  };
}

/** The same place has the same id, by which the phone groups what waits there (UUID version 8). */
function idOf({ siteName, locationName, addressLine1, store }: Step<"ready">["location"]): string {
  const place = JSON.stringify([siteName, locationName, addressLine1, store]);
  const hex = createHash("sha256").update(place).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

const describePart = ({ qty, shortDescription }: JobPart) => `${qty} x ${shortDescription}`;

function describePlace({ siteName, locationName, addressLine1 }: NonNullable<JobPart["location"]>) {
  return [siteName, locationName, addressLine1].filter(Boolean).join(", ");
}

/** Tells the engineer who has the job. Nobody is told of a job that nobody has or that is closed. */
async function tell(orm: Orm, jobId: string, details: string): Promise<void> {
  const current = (await isClosed(orm, jobId)) ? null : await currentAppointment(orm, jobId);
  if (!current) return;
  const { fieldOperativeId, fieldOperativeAppointmentId } = current;
  await storeCommand(orm, fieldOperativeId, "JobUpdate", {
    jobId,
    fieldOperativeAppointmentId,
    details,
  });
}
