import { refused, type Result } from "@fieldfare/domain";
import { recordingTime, storeClock } from "../database/clock.ts";
import type { TableName } from "../database/database.ts";
import type { JobRow } from "../database/rows.ts";
import {
  StorageError,
  type StorageRefusal,
  transact,
  type TransactOptions,
  type Unit,
} from "../database/unit.ts";
import type { Device } from "../device.ts";
import { queueTables } from "../outbox/queue.ts";

/** What may stand in the way of any action that writes. */
export type ActionRefusal = StorageRefusal | "signed-out" | "not-found";

export interface Actor {
  readonly unit: Unit;
  readonly ownerId: string;
  /** One time for all that this action writes. */
  readonly at: Date;
}

/**
 * One action: one local transaction in which it reads, lets the domain decide, writes and queues.
 * Afterwards whoever sends is nudged. A refusal is a value and writes nothing.
 */
export async function act<R extends Result<unknown, string>>(
  device: Device,
  tables: readonly TableName[],
  work: (actor: Actor) => Promise<R>,
  options?: TransactOptions,
): Promise<Result<ValueOf<R>, RefusalOf<R> | ActionRefusal>> {
  const at = recordingTime(device);
  const decide = async (unit: Unit) => {
    if (device.clock.correctionMs !== 0) await storeClock(device);
    const token = await unit.database.token.get(1);
    return token ? work({ unit, ownerId: token.ownerId, at }) : refused("signed-out");
  };
  try {
    const result = await transact(device, [...tables, ...queueTables, "token"], decide, options);
    if (result.ok) device.ports.triggerSending();
    return result as Result<ValueOf<R>, RefusalOf<R> | ActionRefusal>;
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    if (isLostDatabase(error)) return refused("storage-failed");
    throw error;
  }
}

/** The connection is gone or the browser's storage has failed: nothing was written. */
function isLostDatabase(error: unknown): boolean {
  const names = ["DatabaseClosedError", "InvalidStateError", "OpenFailedError", "UnknownError"];
  return error instanceof Error && names.includes(error.name);
}

type ValueOf<R> = R extends { readonly ok: true; readonly value: infer Value } ? Value : never;
type RefusalOf<R> = R extends { readonly ok: false; readonly refusal: infer Refusal extends string }
  ? Refusal
  : never;

/** Nothing but the actor's own jobs is ever read or written. */
export async function ownJobs(actor: Actor): Promise<readonly JobRow[]> {
  return actor.unit.database.job.where("ownerId").equals(actor.ownerId).toArray();
}

export async function ownJob(actor: Actor, jobId: string): Promise<Result<JobRow, "not-found">> {
  const row = await actor.unit.database.job.get(jobId);
  return row && row.ownerId === actor.ownerId ? { ok: true, value: row } : refused("not-found");
}

/** What heads every message about a job. */
export function buildMessageHead(job: JobRow, ownerId: string) {
  return {
    ownerId,
    jobId: job.jobId,
    fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
  };
}

/** The identity that every payload about a job carries. */
export function buildJobIdentity(job: JobRow) {
  return { jobId: job.jobId, fieldOperativeAppointmentId: job.fieldOperativeAppointmentId };
}
