import { join } from "node:path";

interface FolderSettings {
  readonly kind: "folder";
  readonly folder: string;
}

export interface BucketSettings {
  readonly kind: "bucket";
  readonly bucket: string;
  readonly region: string;
  /** Null: Amazon's own endpoint of the region. */
  readonly endpoint: string | null;
  /** Null: the AWS client looks in its usual places (environment, profile, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** True: `https://host/bucket/key` instead of `https://bucket.host/key`. */
  readonly pathStyle: boolean;
}

export type ObjectSettings = FolderSettings | BucketSettings;

/**
 * Reads the settings: a folder in the data directory, or a bucket when `OBJECTS_BUCKET` is set. A bucket uses
 * `OBJECTS_ENDPOINT`, `OBJECTS_REGION` (default `us-east-1`), `OBJECTS_ACCESS_KEY_ID`, `OBJECTS_SECRET_ACCESS_KEY`
 * and `OBJECTS_PATH_STYLE` (`on` or `off`; default on with an endpoint).
 */
export function readObjectSettings(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): ObjectSettings {
  const bucket = env.OBJECTS_BUCKET;
  if (!bucket) return { kind: "folder", folder: join(dataDir, "objects") };
  const endpoint = env.OBJECTS_ENDPOINT || null;
  const accessKeyId = env.OBJECTS_ACCESS_KEY_ID;
  const secretAccessKey = env.OBJECTS_SECRET_ACCESS_KEY;
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
    throw new Error("OBJECTS_ACCESS_KEY_ID and OBJECTS_SECRET_ACCESS_KEY belong together");
  if (endpoint !== null && !/^https?:\/\//.test(endpoint))
    throw new Error("OBJECTS_ENDPOINT begins with https:// or http://");
  return {
    kind: "bucket",
    bucket,
    region: env.OBJECTS_REGION || "us-east-1",
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    pathStyle: env.OBJECTS_PATH_STYLE ? env.OBJECTS_PATH_STYLE === "on" : endpoint !== null,
  };
}
