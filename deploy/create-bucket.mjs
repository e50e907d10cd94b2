// Creates the bucket of OBJECTS_BUCKET if it is not there.
import { createRequire } from "node:module";

const require = createRequire(new URL("../apps/server/package.json", import.meta.url));
const { CreateBucketCommand, HeadBucketCommand, S3Client } = require("@aws-sdk/client-s3");

const { OBJECTS_BUCKET, OBJECTS_ENDPOINT, OBJECTS_REGION } = process.env;
const client = new S3Client({
  region: OBJECTS_REGION ?? "us-east-1",
  endpoint: OBJECTS_ENDPOINT,
  forcePathStyle: true,
  credentials: {
    accessKeyId: process.env.OBJECTS_ACCESS_KEY_ID ?? "",
    secretAccessKey: process.env.OBJECTS_SECRET_ACCESS_KEY ?? "",
  },
});
const bucket = { Bucket: OBJECTS_BUCKET };
try {
  await client.send(new HeadBucketCommand(bucket));
} catch (error) {
  if (error?.$metadata?.httpStatusCode !== 404) throw error;
  await client.send(new CreateBucketCommand(bucket));
}
