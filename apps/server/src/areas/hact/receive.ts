import { createHash, randomUUIDv7 } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type CallAnswer, canonicalJson } from "@fieldfare/contract";
import type {
  RaiseRepairMessage,
  raiseRepair as call,
  ScheduleRepairMessage,
} from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import { readRows } from "../../database/data-sets.ts";
import type { Database, Orm } from "../../database/database.ts";
import { account, hactWorkOrder, job, property } from "../../database/schema.ts";
import { refusePermission } from "../../http/accounts.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { assignJob } from "../jobs/assign.ts";
import { changeJob, readDetails } from "../jobs/change-job.ts";
import { createJob } from "../jobs/create-job.ts";
import { findCode, readCodes } from "./codes.ts";
import { type MappedRepair, mapRepair, type RepairContext } from "./map-repair.ts";

type Answer = CallAnswer<typeof call> | Refusal;
type WorkOrder = typeof hactWorkOrder.$inferSelect;

/** Who sends a message, and the tables with which it is read. */
interface Received extends RepairContext {
  readonly permissions: readonly string[];
}

/** Reads the tables that the messages are mapped with. */
export async function readRepairContext(database: Database): Promise<RepairContext> {
  const [codes, { rows }] = await Promise.all([readCodes(database), readRows(database, "Sor")]);
  return { codes, sors: new Map(rows.map((row) => [row.code.toUpperCase(), row])) };
}

/**
 * Raises a job from a message. The same message again is answered with the same job. Another message under the same
 * reference is refused: a repair that has been raised is changed with ScheduleRepair.
 */
export async function receiveRaiseRepair(
  change: Change,
  message: RaiseRepairMessage,
  received: Received,
): Promise<Answer> {
  const hash = hashMessage(message);
  const given = Array.isArray(message.Reference) ? message.Reference[0] : message.Reference;
  // Without a reference the content says which repair it is.
  const reference = given?.ID ?? `FF-${hash.slice(0, 12).toUpperCase()}`;
  const known = await lockWorkOrder(change.orm, reference);
  if (known)
    return known.raisedHash === hash
      ? answer(change.orm, known)
      : refuse("conflict", {
          detail: `The work order ${reference} was raised with other content. Send a ScheduleRepair to change it`,
        });
  return raise(change, message, received, {
    reference,
    allocatedBy: given?.AllocatedBy ?? null,
    raisedHash: hash,
    scheduledHash: null,
  });
}

/** Raises a job with its appointment and engineer, or changes those and the text of a job that is known. */
export async function receiveScheduleRepair(
  change: Change,
  message: ScheduleRepairMessage,
  received: Received,
): Promise<Answer> {
  const hash = hashMessage(message);
  const [first] = message.Reference;
  if (!first) return refuse("invalid");
  const known = await lockWorkOrder(change.orm, first.ID);
  if (!known) {
    const order = {
      reference: first.ID,
      allocatedBy: first.AllocatedBy ?? null,
      raisedHash: hash,
      scheduledHash: hash,
    };
    return raise(change, message, received, order);
  }
  if (known.scheduledHash === hash) return answer(change.orm, known);
  const mapped = mapRepair(message, received);
  if (!mapped.ok) return refuse("invalid", { issues: mapped.issues });
  const fieldOperativeId = await findOperative(change.orm, message, received);
  const refusal = await reschedule(change, known.jobId, mapped.value, fieldOperativeId, received);
  if (refusal) return refusal;
  await change.orm
    .update(hactWorkOrder)
    .set({ scheduledHash: hash })
    .where(eq(hactWorkOrder.reference, known.reference));
  return answer(change.orm, known);
}

/** The lock makes a second message about the same work order wait. Undefined: it is not known. */
async function lockWorkOrder(orm: Orm, reference: string): Promise<WorkOrder | undefined> {
  await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hact ${reference}`}, 0))`);
  const [row] = await orm
    .select()
    .from(hactWorkOrder)
    .where(eq(hactWorkOrder.reference, reference));
  return row;
}

async function raise(
  change: Change,
  message: RaiseRepairMessage | ScheduleRepairMessage,
  received: Received,
  order: Pick<WorkOrder, "reference" | "allocatedBy" | "raisedHash" | "scheduledHash">,
): Promise<Answer> {
  const { orm } = change;
  const mapped = mapRepair(message, received);
  if (!mapped.ok) return refuse("invalid", { issues: mapped.issues });
  const { details, kind, plannedSors, workElements, notifications, tenants } = mapped.value;
  const { alertCodes } = mapped.value;
  const fieldOperativeId = await findOperative(orm, message, received);
  const denied = fieldOperativeId && refusePermission(received.permissions, "Job.Allocate");
  if (denied) return denied;
  const home = await findHome(orm, mapped.value);
  if (isRefusal(home)) return home;
  const jobId = randomUUIDv7();
  const created = await createJob(change, {
    jobId,
    ...(order.reference.length <= 50 && { formattedJobId: order.reference }),
    fieldOperativeId: null,
    ...details,
    ...kind,
    alertCodes: [...alertCodes],
    plannedSors,
    property: { ...home, uprn: mapped.value.uprn, notifications, tenants },
  });
  if (isRefusal(created)) return created;
  await orm.insert(hactWorkOrder).values({ ...order, jobId, workElements });
  change.record({
    action: "work-order-received",
    objectType: "job",
    objectId: jobId,
    after: { reference: order.reference, allocatedBy: order.allocatedBy },
  });
  // Only now, so that the housing system is notified of it.
  const assigned = fieldOperativeId && (await assignJob(change, jobId, { fieldOperativeId }));
  if (isRefusal(assigned)) throw new Error("A job that was just raised could not be assigned");
  return answer(orm, { jobId, reference: order.reference });
}

type Home = Parameters<typeof createJob>[1]["property"];

/** The home with this UPRN, else a new one. A home that is known has an address, so that the message needs none. */
async function findHome(orm: Orm, { uprn, address }: MappedRepair): Promise<Home | Refusal> {
  if (uprn !== null) {
    await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uprn ${uprn}`}, 0))`);
    const [known] = await orm
      .select({
        propertyId: property.propertyId,
        addressLine1: property.addressLine1,
        addressLine2: property.addressLine2,
        addressLine3: property.addressLine3,
        addressLine4: property.addressLine4,
        postcode: property.postcode,
      })
      .from(property)
      .where(eq(property.uprn, uprn))
      .orderBy(property.createdOn)
      .limit(1);
    // The address of a known home is the office's to correct.
    if (known) return known;
  }
  if (address) return address;
  return refuse("invalid", {
    issues: [
      {
        path: "SitePropertyUnit.0",
        message: "An address with a postcode, or the UPRN of a home that is known, is needed",
      },
    ],
  });
}

/** The engineer whom the message names by an identification or name of the table `operatives`. */
async function findOperative(
  orm: Orm,
  message: RaiseRepairMessage | ScheduleRepairMessage,
  { codes }: RepairContext,
): Promise<string | null> {
  if (!("AssignedToPrimary" in message)) return null;
  const { Person } = message.AssignedToPrimary;
  const names = [Person?.Identification?.Number, Person?.Name?.Full];
  for (const name of names) {
    const email = name ? findCode(codes.operatives, name) : undefined;
    if (email === undefined) continue;
    const [found] = await orm
      .select({ fieldOperativeId: account.fieldOperativeId, disabledOn: account.disabledOn })
      .from(account)
      .where(eq(account.email, email));
    if (found?.fieldOperativeId && found.disabledOn === null) return found.fieldOperativeId;
  }
  return null;
}

/** Returns why the job cannot be changed so. */
async function reschedule(
  change: Change,
  jobId: string,
  { details }: MappedRepair,
  fieldOperativeId: string | null,
  { permissions }: Received,
): Promise<Refusal | undefined> {
  const [row] = await change.orm.select().from(job).where(eq(job.jobId, jobId)).for("update");
  if (!row) return refuse("not-found");
  if (row.status === "Closed") return refuse("conflict", { detail: "The job is closed" });
  const denied = refusePermission(permissions, "Job.Edit");
  if (denied) return denied;
  if (fieldOperativeId && row.fieldOperativeId !== fieldOperativeId) {
    const refusal = refusePermission(permissions, "Job.Allocate");
    if (refusal) return refusal;
    const assigned = await assignJob(change, jobId, { fieldOperativeId });
    if (isRefusal(assigned)) return assigned;
  }
  const changed = await changeJob(change, permissions, jobId, {
    expected: readDetails(row),
    details,
  });
  return isRefusal(changed) ? changed : undefined;
}

async function answer(
  orm: Orm,
  { jobId, reference }: Pick<WorkOrder, "jobId" | "reference">,
): Promise<Answer> {
  const [row] = await orm
    .select({ formattedJobId: job.formattedJobId })
    .from(job)
    .where(eq(job.jobId, jobId));
  return row
    ? { jobId, formattedJobId: row.formattedJobId, workOrderReference: reference }
    : refuse("not-found");
}

function hashMessage(message: object): string {
  return createHash("sha256").update(canonicalJson(message)).digest("hex");
}
