import { eq } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { jobImage } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { ObjectStore } from "../../objects/objects.ts";

interface Image {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly name: string;
}

export async function readImage(
  { orm }: Database,
  objects: ObjectStore,
  imageId: string,
): Promise<Image | Refusal> {
  const [row] = await orm.select().from(jobImage).where(eq(jobImage.imageId, imageId));
  if (!row) return refuse("not-found");
  const bytes = await objects.get(row.sha256);
  // A picture with a receipt must be there: its absence is a fault of the store, not of the caller.
  if (!bytes) throw new Error(`The object store has lost ${row.sha256} of image ${row.imageId}`);
  const ending = row.contentType === "image/png" ? "png" : "jpg";
  return { bytes, contentType: row.contentType, name: `${row.imageId}.${ending}` };
}
