import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database, Orm } from "../../database/database.ts";
import { notifyJobsOfHome } from "../../database/notify-office.ts";
import { appointment, device, job, message } from "../../database/schema.ts";
import type { MessageTask } from "../../database/task-queue.ts";
import { storeCommand } from "../commands/store.ts";
import type { CurrentAppointment } from "./appointments.ts";
import { readPastVisits, selectWarnings } from "./visit-warnings.ts";

interface OpenJob extends CurrentAppointment {
  readonly jobId: string;
}

/**
 * Sends a job update to each engineer with an open job at the property, if the visit of the message has changed the
 * warnings of that job. The phone that made the visit has its warnings already; its engineer's other phones do not.
 */
export async function notifyOfVisit(
  database: Database,
  { messageId, jobId }: MessageTask,
): Promise<void> {
  const { orm } = database;
  const [visit] = await orm
    .select({
      propertyId: job.propertyId,
      fieldOperativeId: message.fieldOperativeId,
      deviceId: message.deviceId,
    })
    .from(job)
    .innerJoin(message, eq(message.messageId, messageId))
    .where(eq(job.jobId, jobId));
  if (!visit) return;
  const { propertyId, fieldOperativeId, deviceId } = visit;
  const openJobs = await listOpenJobs(orm, propertyId);
  const isOwn = (open: OpenJob) => open.fieldOperativeId === fieldOperativeId;
  const hasOtherPhone = await hasOtherDevice(orm, visit);
  const others = openJobs.filter((open) => !isOwn(open) || hasOtherPhone);
  if (others.length === 0) return;
  const visits = (await readPastVisits(database, [propertyId])).get(propertyId) ?? [];
  const earlierVisits = visits.filter((one) => one.messageId !== messageId);
  const changed = others.filter(
    (open) =>
      !isDeepStrictEqual(
        selectWarnings(visits, open.jobId),
        selectWarnings(earlierVisits, open.jobId),
      ),
  );
  await orm.transaction(async (transaction) => {
    for (const open of changed)
      await sendUpdate(transaction, open, {
        commandId: deriveId(messageId, open.fieldOperativeAppointmentId),
        ...(isOwn(open)
          ? { details: "You have been at this home with another phone.", exceptDeviceId: deviceId }
          : { details: "A colleague has been at this home." }),
      });
  });
}

/** Whether an engineer works with a phone besides the one of a visit. */
async function hasOtherDevice(
  orm: Orm,
  visit: { readonly fieldOperativeId: string; readonly deviceId: string },
): Promise<boolean> {
  const rows = await orm
    .select({ deviceId: device.deviceId })
    .from(device)
    .where(
      and(
        eq(device.fieldOperativeId, visit.fieldOperativeId),
        ne(device.deviceId, visit.deviceId),
        eq(device.locked, false),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** A task may run twice: its command has the same id each time. */
function deriveId(messageId: string, appointmentId: string): string {
  const hash = createHash("sha256").update(messageId).update(appointmentId).digest("hex");
  return hash.slice(0, 32);
}

/** Tells every engineer with an open job at the property that it has a new notification. */
export function notifyOfNewNotice(orm: Orm, propertyId: string): Promise<void> {
  return notifyOfCorrection(
    orm,
    propertyId,
    "The office has added a notification about this home.",
  );
}

/** Sends a job update to every engineer with an open job at the property. */
export async function notifyOfCorrection(
  orm: Orm,
  propertyId: string,
  details: string,
): Promise<void> {
  for (const open of await listOpenJobs(orm, propertyId)) await sendUpdate(orm, open, { details });
  await notifyJobsOfHome(orm, propertyId);
}

/** Only jobs that an engineer has. */
async function listOpenJobs(orm: Orm, propertyId: string): Promise<readonly OpenJob[]> {
  return orm
    .select({
      jobId: job.jobId,
      fieldOperativeId: appointment.fieldOperativeId,
      fieldOperativeAppointmentId: appointment.fieldOperativeAppointmentId,
    })
    .from(job)
    .innerJoin(
      appointment,
      eq(appointment.fieldOperativeAppointmentId, job.fieldOperativeAppointmentId),
    )
    .where(
      and(eq(job.propertyId, propertyId), ne(job.status, "Closed"), isNull(appointment.endedOn)),
    );
}

async function sendUpdate(
  orm: Orm,
  { jobId, fieldOperativeId, fieldOperativeAppointmentId }: OpenJob,
  {
    commandId,
    ...told
  }: { readonly commandId?: string; readonly details: string; readonly exceptDeviceId?: string },
): Promise<void> {
  const body = { jobId, fieldOperativeAppointmentId, ...told };
  await storeCommand(orm, fieldOperativeId, "JobUpdate", body, commandId);
}
