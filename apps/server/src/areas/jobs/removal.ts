import type { CallAnswer } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { storeCommand } from "../commands/store.ts";
import { currentAppointment, freeUnacknowledged, lockJob } from "./appointments.ts";

/**
 * Queues a command for the engineer who has the job. The device decides by the state that it knows; a job that no
 * device has acknowledged is also taken off the engineer here.
 */
export async function requestRemoval(
  { orm }: Database,
  jobId: string,
  force: boolean,
): Promise<CallAnswer<typeof office.requestRemoval> | Refusal> {
  return orm.transaction(async (transaction) => {
    if (!(await lockJob(transaction, jobId))) return refuse("not-found");
    const current = await currentAppointment(transaction, jobId);
    if (!current) return refuse("conflict", { detail: "Nobody has this job" });
    const { fieldOperativeId, fieldOperativeAppointmentId } = current;
    await freeUnacknowledged(transaction, jobId, current);
    return {
      commandId: await storeCommand(transaction, fieldOperativeId, "CancelJob", {
        jobId,
        fieldOperativeAppointmentId,
        force,
      }),
    };
  });
}
