import { done } from "@fieldfare/domain";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { act } from "../actions/act.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { queueMessage } from "../outbox/queue.ts";

/** Ids of jobs that differ in their last digit. */
export function aJobId(number: number): string {
  return `0190a000-0000-7000-8000-00000000010${number}`;
}

const appointmentId = "0190a000-0000-7000-8000-0000000000ab";

/** Queues one status message for each job, in that order. */
export async function queueStatuses(device: Device, jobs: readonly number[]): Promise<void> {
  for (const number of jobs) {
    const jobId = aJobId(number);
    await act(device, [], async ({ unit }) => {
      const ids = { jobId, fieldOperativeAppointmentId: appointmentId };
      await queueMessage(device, unit, "JobStatusChange", ids, {
        ...ids,
        currentStatus: "Travelling",
        changeTimestamp: device.ports.now().toISOString(),
      });
      return done(true);
    });
  }
}

/** Queues the message that closes a job without access. */
export async function queueClosing(device: Device, number: number): Promise<void> {
  const ids = { jobId: aJobId(number), fieldOperativeAppointmentId: appointmentId };
  await act(device, [], async ({ unit, at }) => {
    await queueMessage(device, unit, "JobNoAccess", ids, {
      ...ids,
      noAccessReasonId: 1,
      notes: "Nobody in",
      imageIds: [],
      statusTimestamps: {},
      manifest: [],
      changeTimestamp: at.toISOString(),
    });
    return done(true);
  });
}

/** Queues one photo for each job, in that order, with bytes of its own. */
export async function queuePhotos(device: Device, jobs: readonly number[]): Promise<void> {
  for (const number of jobs)
    await act(device, ["imageBytes"], async ({ unit, at }) => {
      const ids = { jobId: aJobId(number), fieldOperativeAppointmentId: appointmentId };
      const imageId = newId(device.ports);
      const bytes = new Uint8Array([0xff, 0xd8, number]);
      await unit.put("imageBytes", { imageId, bytes: bytes.buffer });
      await queueMessage(device, unit, "JobImage", ids, {
        ...ids,
        entityId: ids.jobId,
        imageId,
        associateToJob: true,
        timestamp: at.toISOString(),
        latitude: null,
        longitude: null,
        sha256: bytesToHex(sha256(bytes)),
      });
      return done(true);
    });
}

/** Reads the queue, oldest first, as the last digit of each ordering key with the number. */
export async function readQueued(device: Device): Promise<readonly string[]> {
  const rows = await device.database.messageQueue.orderBy("id").toArray();
  return rows.map((row) => `${row.lane.at(-1) ?? ""}.${row.laneNumber}`);
}
