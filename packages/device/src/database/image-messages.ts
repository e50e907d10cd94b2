import type { OutboxRow } from "./rows.ts";

/** Returns the id of the image that a message carries, or null. */
export function readImageId({ type, payload }: Pick<OutboxRow, "type" | "payload">): string | null {
  return type === "JobImage" ? (payload as { imageId: string }).imageId : null;
}
