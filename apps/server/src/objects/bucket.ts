import { S3Client } from "@aws-sdk/client-s3";
import { S3Driver } from "flydrive/drivers/s3";
import type { BucketSettings } from "./settings.ts";

/** Opens any S3-compatible service. The service makes a write durable before it answers. */
export function openBucket(settings: BucketSettings): S3Driver {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    // Many S3-compatible services refuse the checksum trailers of the newer protocol.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    ...(settings.credentials !== null && { credentials: settings.credentials }),
  });
  return new S3Driver({
    client,
    bucket: settings.bucket,
    visibility: "private",
    supportsACL: false,
  });
}
