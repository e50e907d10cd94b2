import { done } from "@fieldfare/domain";
import { readServerTime } from "../database/server-time.ts";
import type { Device } from "../device.ts";
import { act, ownJobs } from "./act.ts";
import { deleteJobData, jobDataTables } from "./removal.ts";

/** Longer than receipted messages are kept, so that a server put back from a copy still gets its pictures. */
const retentionDays = 14;

/**
 * Takes closed jobs off the device two weeks after the server has all of them, by the server's clock.
 * The time of closing is the phone's: as long as a receipt of the job is kept, the job is.
 */
export function purgeDelivered(device: Device) {
  return act(device, [...jobDataTables, "sentMessage"], async (actor) => {
    const { database } = actor.unit;
    const now = await readServerTime(database);
    if (now === null) return done(0);
    const limit = now - retentionDays * 86_400_000;
    let purged = 0;
    for (const job of await ownJobs(actor)) {
      const closedOn = job.statusTimestamps.Closed;
      if (job.status !== "Closed" || !closedOn || Date.parse(closedOn) > limit) continue;
      if ((await database.messageQueue.where("jobId").equals(job.jobId).count()) > 0) continue;
      if ((await database.sentMessage.where("lane").equals(job.jobId).count()) > 0) continue;
      await deleteJobData(device, actor, job, "It was delivered two weeks ago");
      purged += 1;
    }
    return done(purged);
  });
}
