import { jobStatus } from "../entities/job.ts";
import { id, isoDateTime, z } from "../schema.ts";

/** What a caller who assigns or moves a job has seen of it. */
export const expectedJob = z.object({
  fieldOperativeId: z.nullable(id),
  appointmentDateTime: isoDateTime,
  status: jobStatus,
});
export type ExpectedJob = z.output<typeof expectedJob>;
