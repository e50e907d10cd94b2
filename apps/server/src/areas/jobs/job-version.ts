import { eq } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { job } from "../../database/schema.ts";
import { makeVersion } from "../../http/versions.ts";
import { readExternalReferences } from "./external-references.ts";
import { readOrders } from "./ordered-work.ts";
import { readVisitNeeds } from "./visit-needs.ts";

/**
 * Reads the version of what the office says about a job: its details, who has it, and what other systems call it. What
 * engineers record does not change it. Null when there is no such job.
 */
export async function readJobVersion(orm: Orm, jobId: string): Promise<string | null> {
  const [row] = await orm
    .select({
      fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
      appointmentDateTime: job.appointmentDateTime,
      clientPreferredTimeName: job.clientPreferredTimeName,
      taskDetails: job.taskDetails,
      accessNotes: job.accessNotes,
      jobPriority: job.jobPriority,
      cancellation: job.cancellation,
    })
    .from(job)
    .where(eq(job.jobId, jobId));
  if (!row) return null;
  return makeVersion({
    ...row,
    appointmentDateTime: row.appointmentDateTime.toISOString(),
    externalReferences: await readExternalReferences(orm, jobId),
    needs: await readVisitNeeds(orm, jobId),
    orders: await readOrders(orm, jobId),
  });
}
