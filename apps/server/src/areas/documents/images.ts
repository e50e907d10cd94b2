import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { jobImage } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { readObject, type ObjectStore } from "../../objects/objects.ts";

interface Image {
  readonly jobId: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly name: string;
}

/**
 * Reads an image with its bytes from the object store. Refused with `not-found` when it was
 * removed.
 */
export async function readImage(
  { orm }: Database,
  objects: ObjectStore,
  imageId: string,
): Promise<Image | Refusal> {
  const [row] = await orm
    .select()
    .from(jobImage)
    .where(and(eq(jobImage.imageId, imageId), isNull(jobImage.removedOn)));
  if (!row) return refuse("not-found");
  const bytes = await readObject(objects, row.sha256, `image ${row.imageId}`);
  const extension = row.contentType === "image/png" ? "png" : "jpg";
  const { jobId, contentType } = row;
  return { jobId, bytes, contentType, name: `${row.imageId}.${extension}` };
}
