import { createHash, randomBytes, randomUUID } from "node:crypto";
import { header, messagePaths, messageVersion, mobileVersion } from "@fieldfare/contract";
import type { BenchDevice } from "../bench/system.ts";

/** A photo as a phone sends it. */
export interface DevicePhoto {
  readonly messageId: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sha256: string;
}

const photoBytes = 60_000;
/** A JPEG's first frame: 32 by 32 points. */
const frame = [0xff, 0xd8, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x00, 0x20, 0x00, 0x20, 0x03];

/** Builds the message of another photo of the device's job. */
export function createPhoto({ deviceId, token, jobs: [job] }: BenchDevice): DevicePhoto {
  if (!job) throw new Error("The device has no job");
  const at = new Date().toISOString();
  const messageId = randomUUID();
  const bytes = Buffer.concat([
    Buffer.from(frame),
    randomBytes(photoBytes),
    Buffer.from([0xff, 0xd9]),
  ]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const message = JSON.stringify({
    messageId,
    correlationId: null,
    type: "JobImage",
    payload: {
      ...job,
      entityId: job.jobId,
      imageId: randomUUID(),
      associateToJob: true,
      timestamp: at,
      latitude: null,
      longitude: null,
      sha256,
    },
    messageCreatedOn: at,
    mobileVersion,
    messageVersion,
    ...job,
  });
  const boundary = "fieldfare-photo";
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(
      `${part('name="message"')}${message}\r\n${part('name="image"; filename="image.jpg"')}`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": `multipart/form-data; boundary=${boundary}`,
    [header.deviceId]: deviceId,
    [header.deviceTime]: at,
    [header.appVersion]: mobileVersion,
    [header.idempotencyKey]: messageId,
  };
  return { messageId, path: messagePaths.JobImage, headers, body, sha256 };
}
