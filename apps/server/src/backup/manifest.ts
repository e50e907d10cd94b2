import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "@fieldfare/contract";

/** Describes what is wrong with a backup or with the place where it should be restored, and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A file below the folder of the backup. */
const fileName = z.string().check(z.regex(/^[\w.-]+$/));

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  /** The rows, in PostgreSQL's text format of COPY, compressed with gzip. */
  file: fileName,
  /** The hash of the file. */
  sha256,
  rows: z.int(),
});

const manifest = z.object({
  format: z.literal(1),
  createdOn: z.iso.datetime(),
  buildNumber: z.int(),
  /** The tags of the migrations that had run, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** The hashes of the objects of the backup, one for each line, compressed with gzip. */
  objects: z.object({ file: fileName, sha256, count: z.int() }),
  /** The hashes of the objects that a row names and that the store had lost. Absent in the manifests of earlier versions. */
  missingObjects: z.optional(z.array(sha256)),
});

export type BackupManifest = z.output<typeof manifest>;
export type BackupTable = z.output<typeof table>;

export const manifestFile = "manifest.json";

/** Reads the manifest of a backup. Throws `BackupError` if there is none, or if another program wrote it. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestFile), "utf8");
  } catch (error) {
    throw new BackupError(
      `${folder} has no ${manifestFile}. Name the folder of one backup, such as backups/2027-03-01T02-00-00Z. A backup that was interrupted has no manifest and cannot be restored.`,
      { cause: error },
    );
  }
  const parsed = z.safeParse(manifest, parseJson(text));
  if (!parsed.success) throw new BackupError(`${join(folder, manifestFile)} is no manifest.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the hashes of the objects of a backup. */
export async function readObjectHashes(
  folder: string,
  { objects }: BackupManifest,
): Promise<string[]> {
  const lines = createReadStream(join(folder, objects.file)).pipe(createGunzip());
  return (await readText(lines)).split("\n").filter(Boolean);
}

/** Returns the SHA-256 of a file, lowercase hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
