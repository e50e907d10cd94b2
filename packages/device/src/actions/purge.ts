import { done } from "@fieldfare/domain";
import type { Device } from "../device.ts";
import { act, ownJobs } from "./act.ts";
import { deleteJobData, jobDataTables } from "./removal.ts";

/** Longer than receipted messages are kept, so that a server put back from a copy still gets its pictures. */
const keptDays = 14;

/** Takes closed jobs off the device two weeks after the server has all of them. */
export function purgeDelivered(device: Device) {
  return act(device, jobDataTables, async (actor) => {
    const { database } = actor.unit;
    const limit = actor.at.getTime() - keptDays * 86_400_000;
    let purged = 0;
    for (const job of await ownJobs(actor)) {
      const closedOn = job.statusTimestamps.Closed;
      if (job.status !== "Closed" || !closedOn || Date.parse(closedOn) > limit) continue;
      if ((await database.messageQueue.where("jobId").equals(job.jobId).count()) > 0) continue;
      await deleteJobData(device, actor, job, "It was delivered two weeks ago");
      purged += 1;
    }
    return done(purged);
  });
}
