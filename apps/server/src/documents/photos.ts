import { createHash } from "node:crypto";
import { createCaptioner, type Closing } from "@fieldfare/documents";
import type { Database } from "../database/database.ts";
import { readClosedJob } from "./closed-job.ts";

/** The details of a job's images from its closings. */
export interface PhotoDetails {
  /** Captions of photos, by image id. */
  readonly captions: ReadonlyMap<string, string>;
  /** Customers' signatures: they arrive as images but are not photos. */
  readonly signatures: ReadonlySet<string>;
}

/**
 * Reads captions and signatures from every closing of the job. A later closing's caption replaces an earlier one.
 */
export async function readPhotoDetails(database: Database, jobId: string): Promise<PhotoDetails> {
  const { rows } = await database.pool.query<{ messageId: string }>(
    `select message_id as "messageId" from job_closing where job_id = $1 order by closed_on`,
    [jobId],
  );
  const captions = new Map<string, string>();
  const signatures = new Set<string>();
  for (const { messageId } of rows) {
    const job = await readClosedJob(database, messageId, null);
    if (!job) continue;
    const findCaption = createCaptioner(job);
    const signatureSha256 = hashSignature(job.closing);
    for (const image of job.images) {
      captions.set(image.imageId, findCaption(image));
      if (image.sha256 === signatureSha256) signatures.add(image.imageId);
    }
  }
  return { captions, signatures };
}

/** Returns null when the customer did not sign. */
function hashSignature({ kind, payload }: Closing): string | null {
  if (kind !== "JobClose") return null;
  const { dataUrl } = payload.outcome.customerSignature;
  if (dataUrl === null) return null;
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
  return createHash("sha256").update(bytes).digest("hex");
}
