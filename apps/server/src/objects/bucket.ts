import { S3Client } from "@aws-sdk/client-s3";
import { S3Driver } from "flydrive/drivers/s3";
import type { BucketSettings } from "./settings.ts";

/** Any S3-compatible service: a write that was answered is kept by the service. */
export function openBucket(settings: BucketSettings): S3Driver {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    // Checksum trailers of the newer protocol are refused by many services that speak S3.
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
