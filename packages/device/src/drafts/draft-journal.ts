import type { EngineerDatabase } from "../database/database.ts";
import type { Key } from "../database/rows.ts";
import { journalRows } from "../database/unit.ts";
import { type Device, forCurrentEngineer } from "../device.ts";

/**
 * How long a changed draft may wait for the journal, ms: so short that text which was on the screen
 * for a second is in it, and so long that many keys make one entry.
 */
const delayMs = 500;

interface DraftJournal {
  /** The drafts whose latest state the journal does not have yet, by their keys. */
  readonly waiting: Map<string, Key>;
  /** Settles when all earlier entries are written. */
  writing: Promise<void>;
}

const draftJournals = new WeakMap<EngineerDatabase, DraftJournal>();

/**
 * Lets the journal follow a draft that was saved or dropped. Returns at once: a key on the keyboard
 * waits for neither the journal nor its entry number.
 */
export function journalDraftLater(unbound: Device, key: Key): void {
  const device = forCurrentEngineer(unbound);
  const { database, ports } = device;
  if (!database.journal) return;
  const drafts = draftJournals.get(database) ?? { waiting: new Map(), writing: Promise.resolve() };
  draftJournals.set(database, drafts);
  const isScheduled = drafts.waiting.size > 0;
  drafts.waiting.set(JSON.stringify(key), key);
  if (!isScheduled) void ports.pause(delayMs).then(() => journalDrafts(device));
}

/** Writes the waiting drafts to the journal in their latest state, as one entry. */
export async function journalDrafts(device: Device): Promise<void> {
  const drafts = device.engineer && draftJournals.get(device.engineer);
  if (!drafts) return;
  const { waiting } = drafts;
  if (waiting.size > 0) {
    const keys = [...waiting.values()];
    // A draft that changes from here on waits for the next entry.
    waiting.clear();
    drafts.writing = drafts.writing.then(() => journalRows(device, "draft", keys));
  }
  await drafts.writing;
}
