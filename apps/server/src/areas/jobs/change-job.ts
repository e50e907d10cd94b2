import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type {
  changeJob as call,
  JobDetails,
  OrderedWork,
  VisitNeeds,
} from "@fieldfare/contract/office";
import { listKeys, londonTime } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import { job } from "../../database/schema.ts";
import { refusePermission } from "../../http/accounts.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment, lockJob, setAppointmentTime } from "./appointments.ts";
import { describeNewRequest, describeUnreadRemoval, refuseEnded } from "./expected-job.ts";
import {
  identifyOrders,
  readOrders,
  refuseOrders,
  sortOrders,
  storeOrders,
} from "./ordered-work.ts";
import {
  pickNeeds,
  readVisitNeeds,
  refuseUnknownNeeds,
  storeVisitNeeds,
  tidyNeeds,
} from "./visit-needs.ts";

/** What each value is called in a sentence. */
const names: Readonly<Record<keyof AllDetails, string>> = {
  appointmentDateTime: "the appointment",
  clientPreferredTimeName: "the preferred time",
  taskDetails: "what is to be done",
  accessNotes: "how to get in",
  jobPriority: "the priority",
  requiredForms: "the required forms",
  alertCodes: "the alerts",
  keySafe: "the key safe",
  visitContacts: "the contacts of the visit",
  attachmentIds: "what to read before the visit",
  plannedSors: "the planned SORs",
  parts: "the ordered parts",
};

/** What a job says, with all that the visit needs, and what is planned and ordered for it. */
type AllDetails = JobDetails & VisitNeeds & OrderedWork;

/**
 * Changes what a job says. The engineer who has it is told what has changed, and the phone takes it over. It is refused
 * if somebody has changed any of these values since the caller read them (`expected`), or has asked to cancel the job, unless the
 * job says all of it already.
 */
export async function changeJob(
  { orm, record }: Change,
  permissions: readonly string[],
  jobId: string,
  { expected, details: given }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const row = await lockJob(orm, jobId);
  if (!row) return refuse("not-found");
  const needs = await readVisitNeeds(orm, jobId);
  if (!needs) return refuse("not-found");
  const orders = await readOrders(orm, jobId);
  const before = { ...readDetails(row), ...needs, ...orders };
  const identified = identifyOrders(given, orders);
  const sort = (values: JobDetails) => sortOrders(tidyNeeds(values), orders);
  const details = sort(identified);
  // A repeated request, whose first answer was lost, is done already.
  const changed = listDifferences(before, details);
  if (changed.length === 0) return before;
  if (row.status === "Closed") return refuseEnded(row);
  const stale = expected ? listDifferences(before, sort(identifyOrders(expected, orders))) : [];
  if (stale.length > 0)
    return refuse("conflict", {
      detail: `Meanwhile somebody has changed ${joinNames(stale)} of this job.`,
    });
  const newRequest = expected ? describeNewRequest(row, expected) : null;
  if (newRequest !== null) return refuse("conflict", { detail: newRequest });
  const current = await currentAppointment(orm, jobId);
  if (expected && current && changed.includes("appointmentDateTime")) {
    const unread = await describeUnreadRemoval(orm, row, current, expected);
    if (unread !== null) return refuse("conflict", { detail: unread });
  }
  const refusal = changed.includes("appointmentDateTime")
    ? refusePermission(permissions, "Job.Allocate")
    : undefined;
  if (refusal) return refusal;
  const pick = (values: JobDetails) =>
    Object.fromEntries(changed.map((name) => [name, values[name]]));
  const changedNeeds = pickNeeds(pick(details));
  const unknown = await refuseUnknownNeeds(orm, changedNeeds, needs);
  if (unknown) return unknown;
  const { plannedSors, parts }: Partial<JobDetails> = pick(details);
  const changedOrders = { plannedSors, parts };
  const refused = await refuseOrders(orm, jobId, {
    plannedSors: plannedSors && identified.plannedSors,
    parts: parts && identified.parts,
  });
  if (refused) return refused;
  const isReordered = plannedSors !== undefined || parts !== undefined;
  const appointmentDateTime = new Date(details.appointmentDateTime);
  const { clientPreferredTimeName, taskDetails, accessNotes, jobPriority } = details;
  const [stored] = await orm
    .update(job)
    .set({
      appointmentDateTime,
      clientPreferredTimeName,
      taskDetails,
      accessNotes,
      jobPriority,
      ...(isReordered && { ordersVersion: sql`${job.ordersVersion} + 1` }),
    })
    .where(eq(job.jobId, jobId))
    .returning();
  if (!stored) return refuse("not-found");
  await storeVisitNeeds(orm, row, changedNeeds, needs);
  await storeOrders(orm, jobId, changedOrders);
  const after = {
    ...readDetails(stored),
    ...((await readVisitNeeds(orm, jobId)) ?? needs),
    ...(await readOrders(orm, jobId)),
  };
  if (current && changed.includes("appointmentDateTime"))
    await setAppointmentTime(orm, current, appointmentDateTime);
  if (current)
    await storeCommand(orm, current.fieldOperativeId, "JobUpdate", {
      jobId,
      fieldOperativeAppointmentId: current.fieldOperativeAppointmentId,
      details: describeChange(changed, appointmentDateTime),
    });
  record({
    action: "job-changed",
    objectType: "job",
    objectId: jobId,
    fieldOperativeId: current?.fieldOperativeId ?? null,
    before: describeRecorded(pick(before)),
    after: describeRecorded(pick(after)),
  });
  return after;
}

/** Comments on parts may name a person. They go into `partComments`, which an audit entry does not store. */
function describeRecorded({ parts, ...values }: Partial<JobDetails>): object {
  if (!parts) return values;
  return {
    ...values,
    parts: parts.map(({ comments: _comments, ...part }) => part),
    partComments: parts.map(({ jobPartId, comments = null }) => ({ jobPartId, comments })),
  };
}

/** The values of a job that the office may change. */
export function readDetails({
  appointmentDateTime,
  clientPreferredTimeName,
  taskDetails,
  accessNotes,
  jobPriority,
}: typeof job.$inferSelect): JobDetails {
  return {
    appointmentDateTime: appointmentDateTime.toISOString(),
    clientPreferredTimeName,
    taskDetails,
    accessNotes,
    jobPriority,
  };
}

/** Lists what is different. What the other one leaves out is the same. */
function listDifferences(one: AllDetails, other: JobDetails): (keyof AllDetails)[] {
  return listKeys(names).filter((name) =>
    name === "appointmentDateTime"
      ? Date.parse(one[name]) !== Date.parse(other[name])
      : other[name] !== undefined && !isDeepStrictEqual(one[name], other[name]),
  );
}

function joinNames(changed: readonly (keyof AllDetails)[]): string {
  return new Intl.ListFormat("en-GB").format(changed.map((name) => names[name]));
}

/** What the alert says. The phone adds the new values itself. */
function describeChange(changed: readonly (keyof AllDetails)[], appointment: Date): string {
  const said = `The office has changed ${joinNames(changed)}.`;
  return changed.includes("appointmentDateTime")
    ? `${said} The appointment is now at ${londonTime(appointment)}.`
    : said;
}
