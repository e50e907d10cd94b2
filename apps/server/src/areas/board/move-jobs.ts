import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { moveJobs as call } from "@fieldfare/contract/office";
import { inArray } from "drizzle-orm";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { job } from "../../database/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { assignJob } from "../jobs/assign.ts";

/**
 * Moves jobs in one transaction: all of them, or none. A job that somebody has changed since the caller read it is not
 * moved, and the answer says what it is now.
 */
export async function moveJobs(
  database: Database,
  source: AuditSource,
  { moves }: CallBody<typeof call>,
): Promise<CallAnswer<typeof call> | Refusal> {
  const ids = moves.map(({ jobId }) => jobId);
  if (new Set(ids).size < ids.length)
    return refuse("invalid", { issues: [{ path: "moves", message: "Each job once" }] });
  try {
    return await makeChange(database, source, async (change) => {
      // In the order of their ids, so that two that move the same jobs do not wait for each other.
      await change.orm
        .select({ jobId: job.jobId })
        .from(job)
        .where(inArray(job.jobId, ids))
        .orderBy(job.jobId)
        .for("update");
      const moved: { jobId: string; fieldOperativeAppointmentId: string }[] = [];
      for (const { jobId, ...move } of moves) {
        const answer = await assignJob(change, jobId, move);
        if (isRefusal(answer)) throw new Refused(answer);
        moved.push({ jobId, ...answer });
      }
      return { moved };
    });
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

/** Ends the transaction without any of the moves. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.refusal);
    this.refusal = refusal;
  }
}
