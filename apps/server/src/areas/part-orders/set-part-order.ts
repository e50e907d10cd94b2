import { createHash, randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq, inArray, sql } from "drizzle-orm";
import type { CallBody, JobPart } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { countCollected, nextPartOrderStates, remainingToCollect } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { job, jobPart, partOrder } from "../../database/schema.ts";
import { formatDay } from "../../http/office-time.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment } from "../jobs/appointments.ts";
import { beginOrder } from "../jobs/ordered-work.ts";

type Body = CallBody<typeof office.setPartOrder>;
type Step<State extends Body["state"]> = Extract<Body, { state: State }>;
type Order = typeof partOrder.$inferSelect;

/**
 * Says how far the office is with a part. A part that an engineer asked for is collected for an open job at the home: it
 * gets a part of its own there. So does what is left of a part that was ordered in advance when its job has closed. The
 * engineer who has that job is told, and the phone takes it over. It is refused if somebody has changed the part since the
 * caller read it, unless it is as asked already.
 *
 * Returns null when it is done.
 */
export async function setPartOrder(
  { orm, record }: Change,
  jobPartId: string,
  body: Body,
): Promise<Refusal | null> {
  await lockJobs(orm, jobPartId, body);
  const [order] = await orm.select().from(partOrder).where(eq(partOrder.jobPartId, jobPartId));
  if (!order) return refuse("not-found");
  // What a phone says of it meanwhile must not be lost.
  const part = await readPart(orm, jobPartId);
  if (!part) return refuse("not-found");
  const supplied = await readPart(orm, order.suppliedPartId);
  if (order.changedOn.getTime() !== Date.parse(body.changedOn))
    return isAsAsked(order, supplied, body)
      ? null
      : refuse("conflict", {
          detail: `Meanwhile somebody has changed this part: ${describeNow(order, supplied ?? part)}.`,
        });
  const { state, isRequest } = order;
  const collected = supplied ?? (isRequest ? null : part);
  const isJobClosed = collected !== null && (await isClosed(orm, collected.jobId));
  const qtyCollectedThere = collected?.row.qtyCollected ?? 0;
  const qtyCollected = countCollected(part.row, collected?.row ?? null);
  const known = { state, isRequest, isJobClosed, qtyCollected, qtyCollectedThere };
  if (!nextPartOrderStates(known).includes(body.state))
    return refuse("conflict", { detail: `The part cannot become this: ${stateNames[state]}.` });

  const before = describe(order);
  const after = await take(orm, { order, part: part.row, collected }, body);
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

/** What the office reads of a part as it is now. */
function describeNow(order: Order, { row }: Stored): string {
  const { state, purchaseOrderId, supplierTicketNumber, expectedOn, reason } = order;
  const place = order.location ?? row.location;
  const isOrdered = state === "ordered";
  return [
    stateNames[state],
    (state === "ready" || state === "collected") && place && `at ${describePlace(place)}`,
    isOrdered && purchaseOrderId !== null && `order number ${purchaseOrderId}`,
    isOrdered && supplierTicketNumber && `supplier's reference ${supplierTicketNumber}`,
    isOrdered && expectedOn !== null && `expected on ${formatDay(expectedOn)}`,
    state === "not-needed" && reason,
  ]
    .filter(Boolean)
    .join(", ");
}

function describe({ jobId, state, ...order }: Order) {
  const { purchaseOrderId, supplierTicketNumber, expectedOn, location, reason } = order;
  return { jobId, state, purchaseOrderId, supplierTicketNumber, expectedOn, location, reason };
}

type Stored = typeof jobPart.$inferSelect;

/**
 * Locks the jobs of the part, of the one by which it is collected, and the one for which it is to wait. What phones send
 * locks first the job as well, and then its parts.
 */
async function lockJobs(orm: Orm, jobPartId: string, body: Body): Promise<void> {
  const [seen] = await orm
    .select({ jobId: partOrder.jobId, suppliedFor: jobPart.jobId })
    .from(partOrder)
    .leftJoin(jobPart, eq(jobPart.jobPartId, partOrder.suppliedPartId))
    .where(eq(partOrder.jobPartId, jobPartId));
  const asked = body.state === "ready" ? body.jobId : null;
  const jobIds = [seen?.jobId, seen?.suppliedFor, asked].filter(
    (jobId) => typeof jobId === "string",
  );
  await orm
    .select({ jobId: job.jobId })
    .from(job)
    .where(inArray(job.jobId, jobIds))
    .orderBy(job.jobId)
    .for("update");
}

/** A repeated request, whose first answer was lost, finds everything as it asks for. */
function isAsAsked(order: Order, supplied: Stored | null, body: Body): boolean {
  if (order.state !== body.state) return false;
  switch (body.state) {
    case "ordered":
      return (
        order.purchaseOrderId === body.purchaseOrderId &&
        order.supplierTicketNumber === body.supplierTicketNumber &&
        order.expectedOn === body.expectedOn
      );
    case "ready":
      return (
        (supplied?.jobId ?? (order.isRequest ? null : order.jobId)) === body.jobId &&
        isDeepStrictEqual(order.location, addId(body.location))
      );
    case "not-needed":
      return order.reason === body.reason;
    case "to-order":
      return true;
    default:
      return body satisfies never;
  }
}

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
  /** The part by which it is collected. Null: an engineer asked for it, and it has not waited at a store. */
  readonly collected: Stored | null;
}

/** Stores what a state says elsewhere. Returns the changes of the order. */
async function take(orm: Orm, known: Known, body: Body): Promise<Partial<Order> | Refusal> {
  const { order, part } = known;
  switch (body.state) {
    case "ordered": {
      const { state, purchaseOrderId, supplierTicketNumber, expectedOn } = body;
      const day = expectedOn === null ? "" : `, expected on ${formatDay(expectedOn)}`;
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
  { order, part, collected }: Known,
  { jobId, ...body }: Step<"ready">,
): Promise<Partial<Order> | Refusal> {
  const isOrderedForOther = !order.isRequest && jobId !== order.jobId;
  const isPossible =
    (await isOpenAtHome(orm, jobId, order.jobId)) &&
    (!isOrderedForOther || (await isClosed(orm, order.jobId)));
  if (!isPossible)
    return refuse("invalid", {
      issues: [{ path: "jobId", message: "Choose an open job at the home" }],
    });
  const location = addId(body.location);
  // The two ids may differ in kind: those of another system are not the office's numbers.
  const known = collected?.row ?? part;
  const purchaseOrderId = order.purchaseOrderId ?? known.purchaseOrderId;
  const supplierTicketNumber = order.supplierTicketNumber ?? known.supplierTicketNumber;
  const ordered = { purchaseOrderId, supplierTicketNumber, location, status: "Collect" as const };
  const changes: Partial<Order> = { state: "ready", location, reason: null };
  let waiting: JobPart;
  if (collected?.jobId === jobId) {
    waiting = { ...collected.row, ...ordered };
    await orm
      .update(jobPart)
      .set({ row: waiting })
      .where(eq(jobPart.jobPartId, collected.jobPartId));
  } else {
    const suppliedPartId = randomUUIDv7();
    changes.suppliedPartId = suppliedPartId;
    // The trigger on the part must find that it is for this one.
    await orm
      .update(partOrder)
      .set({ suppliedPartId })
      .where(eq(partOrder.jobPartId, order.jobPartId));
    const qty = collected ? remainingToCollect(collected.row) : part.qty;
    waiting = { ...buildSuppliedPart({ ...part, qty }, jobId, suppliedPartId), ...ordered };
    await orm.insert(jobPart).values({ jobPartId: suppliedPartId, jobId, row: waiting });
  }
  const described = `${describePart(waiting)}, at ${describePlace(location)}`;
  await tell(orm, jobId, `Ready to collect: ${described}.`);
  return changes;
}

async function isOpenAtHome(orm: Orm, jobId: string, otherJobId: string): Promise<boolean> {
  // It is locked, so that it does not close before the part is in it.
  const [row] = await orm.select().from(job).where(eq(job.jobId, jobId));
  const [other] = await orm.select().from(job).where(eq(job.jobId, otherJobId));
  return row?.propertyId === other?.propertyId && row !== undefined && row.status !== "Closed";
}

function buildSuppliedPart(part: JobPart, jobId: string, jobPartId: string): JobPart {
  return { ...part, jobPartId, jobId, ...beginOrder(part.qty, new Date().toISOString()) };
}

/** A place with its id: a new one gets one. */
const addId = (location: Step<"ready">["location"]) => ({
  ...location,
  locationId: location.locationId ?? idOf(location),
});

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
