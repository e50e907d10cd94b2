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
import { type Device, forCurrentEngineer } from "../device.ts";
import { queueTables } from "../outbox/queue.ts";

/** Why an action that writes can be refused, whatever it does. */
export type ActionRefusal = StorageRefusal | "signed-out";

export interface Actor {
  readonly unit: Unit;
  /** The engineer who acts. */
  readonly ownerId: string;
  /** The one time that dates everything this action writes. */
  readonly at: Date;
}

/**
 * Runs one action in one local transaction: it reads, lets the domain decide, writes and queues
 * messages. Afterwards the sender is triggered. A refusal is a value, and nothing is written.
 */
export async function act<R extends Result<unknown, string>>(
  unbound: Device,
  tables: readonly TableName[],
  work: (actor: Actor) => Promise<R>,
  options?: TransactOptions,
): Promise<R | { readonly ok: false; readonly refusal: ActionRefusal }> {
  const device = forCurrentEngineer(unbound);
  const at = recordingTime(device);
  const decide = async (unit: Unit) => {
    const token = await unit.database.token.get(1);
    return token && !token.isWiping
      ? work({ unit, ownerId: unit.database.ownerId, at })
      : refused("signed-out");
  };
  if (!device.engineer) return refused("signed-out");
  try {
    // The clock is stored for all engineers of the phone, so outside of this engineer's transaction. On a full device
    // that may fail.
    if (device.clock.correctionMs !== 0) await storeClock(device).catch(() => undefined);
    const result = await transact(device, [...tables, ...queueTables, "token"], decide, options);
    if (result.ok) device.ports.triggerSending();
    return result;
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    if (isLostDatabase(error)) return refused("storage-failed");
    throw error;
  }
}

/**
 * True when the connection is gone or the browser's storage has failed. Nothing was written then.
 */
function isLostDatabase(error: unknown): boolean {
  const names = ["DatabaseClosedError", "InvalidStateError", "OpenFailedError", "UnknownError"];
  return error instanceof Error && names.includes(error.name);
}

/** Reads a job within the transaction of an action. */
export async function findJob(actor: Actor, jobId: string): Promise<Result<JobRow, "not-found">> {
  const row = await actor.unit.database.job.get(jobId);
  return row ? { ok: true, value: row } : refused("not-found");
}

/** Returns the fields that every message about a job begins with. */
export function buildMessageHead(job: JobRow) {
  return {
    jobId: job.jobId,
    fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
  };
}

/** Returns the fields that identify the job in every payload about it. */
export function buildJobIdentity(job: JobRow) {
  return { jobId: job.jobId, fieldOperativeAppointmentId: job.fieldOperativeAppointmentId };
}
