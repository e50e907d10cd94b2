import type { CallAnswer, CallBody } from "@fieldfare/contract";
import type { moveJobs as call } from "@fieldfare/contract/office";
import { londonTime } from "@fieldfare/domain";
import { eq, inArray } from "drizzle-orm";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { account, job } from "../../database/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { assignJob } from "../jobs/assign.ts";

type Move = CallBody<typeof call>["moves"][number];

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
      const rows = await change.orm
        .select()
        .from(job)
        .where(inArray(job.jobId, ids))
        .orderBy(job.jobId)
        .for("update");
      const moved: { jobId: string; fieldOperativeAppointmentId: string }[] = [];
      for (const move of moves) {
        const row = rows.find(({ jobId }) => jobId === move.jobId);
        if (!row) throw new Refused(refuse("not-found"));
        const stale = await describeDifference(change.orm, row, move);
        if (stale !== null) throw new Refused(refuse("conflict", { detail: stale }));
        const { jobId, fieldOperativeId, appointmentDateTime, force } = move;
        const answer = await assignJob(change, jobId, {
          fieldOperativeId,
          appointmentDateTime,
          force,
        });
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

/** Says what of a job is no longer as the caller saw it; null: nothing. */
async function describeDifference(
  orm: Orm,
  row: typeof job.$inferSelect,
  { expected }: Move,
): Promise<string | null> {
  const { formattedJobId, fieldOperativeId, appointmentDateTime, status } = row;
  if (fieldOperativeId !== expected.fieldOperativeId)
    return fieldOperativeId === null
      ? `Meanwhile nobody has job ${formattedJobId}.`
      : `Meanwhile ${await readName(orm, fieldOperativeId)} has job ${formattedJobId}.`;
  if (appointmentDateTime.getTime() !== Date.parse(expected.appointmentDateTime))
    return `Meanwhile job ${formattedJobId} is planned for ${londonTime(appointmentDateTime)}.`;
  if (status !== expected.status)
    return `Meanwhile the engineer has gone on with job ${formattedJobId}: its state is now ${status}.`;
  return null;
}

async function readName(orm: Orm, fieldOperativeId: string): Promise<string> {
  const [found] = await orm
    .select({ name: account.name })
    .from(account)
    .where(eq(account.fieldOperativeId, fieldOperativeId));
  return found?.name ?? "somebody else";
}
