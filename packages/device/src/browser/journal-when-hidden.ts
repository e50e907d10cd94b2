import type { Device } from "../device.ts";
import { journalDrafts } from "../drafts/draft-journal.ts";

/**
 * Writes waiting drafts to the journal when the page is hidden: it may be killed after that without a word. Returns a
 * function that stops it.
 */
export function journalWhenHidden(device: Device, onError: (error: unknown) => void): () => void {
  const write = () => {
    if (document.visibilityState === "hidden") void journalDrafts(device).catch(onError);
  };
  document.addEventListener("visibilitychange", write);
  return () => document.removeEventListener("visibilitychange", write);
}
