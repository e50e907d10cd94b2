import { readTextField } from "@fieldfare/domain";
/** Returns the id of the image that a row of the queue carries, or null. */
export function readImageId({
  type,
  payload,
}: {
  readonly type?: unknown;
  readonly payload?: unknown;
}): string | null {
  return type === "JobImage" ? (readTextField(payload, "imageId") ?? null) : null;
}
