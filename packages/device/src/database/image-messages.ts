import type { OutboxRow } from "./rows.ts";

/** The id of the picture that a message brings along; null where it brings none. */
export function readImageId({ type, payload }: Pick<OutboxRow, "type" | "payload">): string | null {
  return type === "JobImage" ? (payload as { imageId: string }).imageId : null;
}
