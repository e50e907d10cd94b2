import type { DeviceEvents } from "../events.ts";
import type { SharedDatabase } from "./database.ts";
import type { EngineerDatabases } from "./engineer-databases.ts";
import type { MissingJournals } from "./rows.ts";
import { compactJournal } from "./unit.ts";

/**
 * Writes the journals that could not be written when rows were carried over, also those of engineers who do not sign in.
 * Until all are written, the next start tries again, and the home screen says that there is one copy only.
 */
export async function writeMissingJournals(
  { setting }: SharedDatabase,
  { engineers, events }: { readonly engineers: EngineerDatabases; readonly events: DeviceEvents },
  { ownerIds }: MissingJournals,
): Promise<void> {
  const failed: string[] = [];
  for (const ownerId of ownerIds) {
    try {
      const database = await engineers.open(ownerId);
      if (database) await compactJournal(database);
    } catch {
      failed.push(ownerId);
    }
  }
  const isFailing = failed.length > 0;
  await setting
    .where("id")
    .equals(1)
    .modify(({ missingJournals: _earlier, ...row }, change) => {
      const missingJournals = { ownerIds: failed, isRetried: true };
      change.value = isFailing ? { ...row, missingJournals } : row;
    });
  if (isFailing) events.emit({ kind: "storage", state: "journal-unavailable" });
}
