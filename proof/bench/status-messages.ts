import { createHash, randomUUID } from "node:crypto";
import {
  canonicalJson,
  header,
  messagePaths,
  messageVersion,
  mobileVersion,
} from "@fieldfare/contract";
import type { BenchDevice } from "./system.ts";

/** A message as a phone sends it. */
export interface DeviceMessage {
  readonly messageId: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const statuses = ["Travelling", "OnSite", "AccessGained", "Reset"] as const;

/** Creates a function that builds the device's next status message. */
export function createStatusMessages({
  deviceId,
  token,
  jobs: [job],
}: BenchDevice): () => DeviceMessage {
  if (!job) throw new Error("The device has no job");
  const clientGeneration = randomUUID();
  let number = 0;
  return () => {
    const at = new Date().toISOString();
    const currentStatus = statuses[number++ % statuses.length];
    const payload = { ...job, currentStatus, changeTimestamp: at };
    const messageId = randomUUID();
    const body = JSON.stringify({
      messageId,
      correlationId: null,
      type: "JobStatusChange",
      payload,
      messageCreatedOn: at,
      mobileVersion,
      messageVersion,
      ...job,
      order: {
        incarnation: clientGeneration,
        lane: job.jobId,
        laneNumber: number,
        deviceSequence: number,
        payloadHash: createHash("sha256").update(canonicalJson(payload)).digest("hex"),
      },
    });
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      [header.deviceId]: deviceId,
      [header.deviceTime]: at,
      [header.appVersion]: mobileVersion,
      [header.idempotencyKey]: messageId,
    };
    return { messageId, path: messagePaths.JobStatusChange, headers, body };
  };
}
