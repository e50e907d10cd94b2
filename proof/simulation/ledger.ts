import { canonicalJson } from "@fieldfare/contract";
import type { DrawerRow, JobRow, LogRow, OutboxRow } from "@fieldfare/device";
import type { Change } from "@fieldfare/device/testing";

/** One message as a phone queued it, seen in the database beneath the code under test. */
interface Entry {
  readonly messageId: string;
  readonly phone: string;
  readonly lane: string;
  readonly type: OutboxRow["type"];
  readonly ownerId: string;
  readonly jobId: string | null;
  /** The order in which this phone queued. */
  readonly number: number;
  readonly payload: string;
  /** The action that queued it has told its screen "saved". */
  isSaved: boolean;
  /** A receipt for it has reached the phone. */
  isReceipted: boolean;
  /** The story destroyed what held it before anybody was told that it was saved, or all there was. */
  mayBeLost: boolean;
}

/** What a phone said it had saved, kept apart from the code that saved it. */
export interface Ledger {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Takes in one landed transaction of one process; answers what must never be. */
  landed(process: string, changes: readonly Change[]): readonly string[];
  /** What this process has queued and not yet told anybody of. */
  unsaved(process: string): readonly Entry[];
  markSaved(entries: readonly Entry[]): void;
  /** A process has died: what it had not told anybody of stays untold. */
  died(process: string): void;
  receipted(messageId: string): void;
  /** A database went, the journal stays: what was told as saved must come back. */
  databaseLost(): void;
  /** Both went: what the server does not have is gone. */
  everythingLost(): void;
}

export function createLedger(phone: string): Ledger {
  const entries = new Map<string, Entry>();
  const processes = new Map<string, Set<Entry>>();
  /** Which message lies under which key of the queue. */
  const keys = new Map<unknown, string>();
  const jobs = new Map<unknown, JobRow>();

  const queued = (process: string, key: unknown, row: OutboxRow): readonly string[] => {
    keys.set(key, row.messageId);
    const known = entries.get(row.messageId);
    if (known) {
      const isChanged = known.payload !== canonicalJson(row.payload) || known.lane !== row.lane;
      return isChanged ? [`the queued message ${row.messageId} was changed`] : [];
    }
    const entry: Entry = {
      messageId: row.messageId,
      phone,
      lane: row.lane,
      type: row.type,
      ownerId: row.ownerId,
      jobId: row.jobId,
      number: entries.size + 1,
      payload: canonicalJson(row.payload),
      isSaved: false,
      isReceipted: false,
      mayBeLost: false,
    };
    entries.set(row.messageId, entry);
    const own = processes.get(process) ?? new Set<Entry>();
    processes.set(process, own.add(entry));
    return [];
  };

  const unqueued = (key: unknown): readonly string[] => {
    const entry = entries.get(keys.get(key) ?? "");
    if (!entry) return [];
    return entry.isReceipted
      ? []
      : [`the message ${entry.messageId} (${entry.type}) left the queue without a receipt`];
  };

  const jobGone = (key: unknown, changes: readonly Change[]): readonly string[] => {
    const job = jobs.get(key);
    jobs.delete(key);
    // A colleague has signed in: it lies in its owner's drawer, and is put back when they do.
    const drawers = changes
      .filter((change) => change.table === "drawer")
      .flatMap((change) => change.puts.map(({ row }) => row as DrawerRow));
    if (drawers.some(({ rows }) => rows["job"]?.some((row) => (row as JobRow).jobId === key)))
      return [];
    const lines = changes
      .filter((change) => change.table === "log")
      .flatMap((change) => change.puts.map(({ row }) => (row as LogRow).message));
    const isTold = job && lines.some((line) => line.includes(job.formattedJobId));
    return isTold ? [] : [`the job ${String(key)} was deleted without a log line`];
  };

  return {
    entries,
    landed(process, changes) {
      const faults: string[] = [];
      for (const { table, puts, deletedKeys, isRange } of changes) {
        if (table === "messageQueue") {
          if (isRange) faults.push("the queue was emptied");
          for (const { key, row } of puts) faults.push(...queued(process, key, row as OutboxRow));
          for (const key of deletedKeys) faults.push(...unqueued(key));
        }
        if (table === "job") {
          if (isRange) faults.push("the jobs were emptied");
          for (const { key, row } of puts) jobs.set(key, row as JobRow);
          for (const key of deletedKeys) faults.push(...jobGone(key, changes));
        }
      }
      return faults;
    },
    unsaved: (process) => [...(processes.get(process) ?? [])],
    markSaved(saved) {
      for (const entry of saved) {
        entry.isSaved = true;
        for (const own of processes.values()) own.delete(entry);
      }
    },
    died: (process) => void processes.delete(process),
    receipted(messageId) {
      const entry = entries.get(messageId);
      if (entry) entry.isReceipted = true;
    },
    databaseLost() {
      keys.clear();
      for (const entry of entries.values())
        if (!entry.isSaved && !entry.isReceipted) entry.mayBeLost = true;
    },
    everythingLost() {
      keys.clear();
      jobs.clear();
      for (const entry of entries.values()) if (!entry.isReceipted) entry.mayBeLost = true;
    },
  };
}
