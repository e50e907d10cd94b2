import { done } from "@fieldfare/domain";
import { readServerTime } from "../database/server-time.ts";
import type { Device } from "../device.ts";
import { act } from "./act.ts";
import { deleteImage, imageTables } from "./images.ts";
import { deleteJobData, jobDataTables } from "./removal.ts";

/**
 * Longer than receipted messages are stored, so that a server restored from a backup still gets its
 * images.
 */
const retentionDays = 14;

/**
 * Deletes jobs that were closed two weeks ago by the server's clock, if the server has everything of them. The
 * time of closing is the phone's and may be wrong, so a job also stays as long as one of its
 * receipts does.
 */
export function purgeDelivered(device: Device) {
  return act(device, [...jobDataTables, "sentMessage"], async (actor) => {
    const { database } = actor.unit;
    const now = await readServerTime(database);
    if (now === null) return done(0);
    const limit = now - retentionDays * 86_400_000;
    let purged = 0;
    for (const job of await actor.unit.database.job.toArray()) {
      const closedOn = job.statusTimestamps.Closed;
      if (job.status !== "Closed" || !closedOn || Date.parse(closedOn) > limit) continue;
      if ((await database.messageQueue.where("jobId").equals(job.jobId).count()) > 0) continue;
      if ((await database.sentMessage.where("lane").equals(job.jobId).count()) > 0) continue;
      await deleteJobData(
        device,
        actor,
        job,
        "It was closed two weeks ago and everything of it was sent",
      );
      purged += 1;
    }
    return done(purged);
  });
}

/**
 * Deletes images that the server has, of jobs that are not here any more: with a lost data key the rows of jobs are
 * deleted, and their images have another key. An image stays as long as a receipt of its job does, as above, and until
 * the jobs have been fetched again.
 */
export function purgeImagesWithoutJob(device: Device) {
  return act(
    device,
    [...imageTables, "job", "messageQueue", "sentMessage", "setting"],
    async (actor) => {
      const { database } = actor.unit;
      if ((await database.setting.get(1))?.recoveryPending) return done(0);
      const jobIds = await database.job.toCollection().primaryKeys();
      let purged = 0;
      for (const image of await database.image.where("jobId").noneOf(jobIds).toArray()) {
        const { imageId, jobId, state } = image;
        if (state !== "sent") continue;
        if ((await database.messageQueue.where("jobId").equals(jobId).count()) > 0) continue;
        if ((await database.sentMessage.where("lane").equals(jobId).count()) > 0) continue;
        await deleteImage(actor.unit, imageId);
        purged += 1;
      }
      return done(purged);
    },
  );
}
