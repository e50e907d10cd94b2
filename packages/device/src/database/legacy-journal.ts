import type { JournalEntry } from "./journal.ts";
import { replayLegacy } from "./journal-replay.ts";
import { isLegacySetting } from "./legacy-rows.ts";

/** True for a journal that a build with one database for all engineers has written. */
export function isLegacyJournal(entries: readonly JournalEntry[]): boolean {
  const setting = [...(replayLegacy(entries).get("setting")?.values() ?? [])][0];
  return setting !== undefined && isLegacySetting(setting);
}
