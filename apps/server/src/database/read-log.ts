import { type NewAuditEntry, recordAudits } from "./audit.ts";
import type { Database } from "./database.ts";

/** Records who read what, as audit entries. */
export interface ReadLog {
  /** Resolves after the commit. What cannot be recorded is not answered. */
  record(entry: NewAuditEntry): Promise<void>;
}

interface Group {
  readonly entries: NewAuditEntry[];
  written?: Promise<void>;
}

/**
 * Writes the entries of concurrent reads in one transaction: the reads that arrive while one is written share the next
 * one. A page with thirty images then costs a few commits instead of thirty.
 */
export function createReadLog({ orm }: Database): ReadLog {
  let group: Group = { entries: [] };
  let last: Promise<unknown> = Promise.resolve();

  async function writeGroup(): Promise<void> {
    const { entries } = group;
    group = { entries: [] };
    await orm.transaction((transaction) => recordAudits(transaction, entries));
  }

  return {
    record(entry) {
      group.entries.push(entry);
      if (!group.written) {
        group.written = last.then(writeGroup);
        last = group.written.catch(() => undefined);
      }
      return group.written;
    },
  };
}
