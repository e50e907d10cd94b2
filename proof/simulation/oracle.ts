import { canonicalJson } from "@fieldfare/contract";
import type { StoredProfileRow, JobRow, LogRow, OutboxRow } from "@fieldfare/device";
import type { Change } from "@fieldfare/device/testing";

/** One message as a phone queued it, seen in the database beneath the code under test. */
interface QueuedMessage {
  readonly messageId: string;
  readonly phone: string;
  readonly orderingKey: string;
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
export interface Oracle {
  readonly entries: ReadonlyMap<string, QueuedMessage>;
  /** Takes in one landed transaction of one process; answers what must never be. */
  recordTransaction(process: string, changes: readonly Change[]): readonly string[];
  /** What this process has queued and not yet told anybody of. */
  listUnsaved(process: string): readonly QueuedMessage[];
  markSaved(entries: readonly QueuedMessage[]): void;
  /** A process has died: what it had not told anybody of stays untold. */
  recordProcessDeath(process: string): void;
  recordReceipt(messageId: string): void;
  /** A database went, the journal stays: what was told as saved must come back. */
  recordDatabaseLoss(): void;
  /** Both went: what the server does not have is gone. */
  recordTotalLoss(): void;
}

export function createOracle(phone: string): Oracle {
  const entries = new Map<string, QueuedMessage>();
  const processes = new Map<string, Set<QueuedMessage>>();
  /** Which message lies under which key of the queue. */
  const keys = new Map<unknown, string>();
  const jobs = new Map<unknown, JobRow>();

  const recordQueued = (process: string, key: unknown, row: OutboxRow): readonly string[] => {
    keys.set(key, row.messageId);
    const known = entries.get(row.messageId);
    if (known) {
      const isChanged =
        known.payload !== canonicalJson(row.payload) || known.orderingKey !== row.lane;
      return isChanged ? [`the queued message ${row.messageId} was changed`] : [];
    }
    const entry: QueuedMessage = {
      messageId: row.messageId,
      phone,
      orderingKey: row.lane,
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
    const unsavedOfProcess = processes.get(process) ?? new Set<QueuedMessage>();
    processes.set(process, unsavedOfProcess.add(entry));
    return [];
  };

  const checkUnqueued = (key: unknown): readonly string[] => {
    const entry = entries.get(keys.get(key) ?? "");
    if (!entry) return [];
    return entry.isReceipted
      ? []
      : [`the message ${entry.messageId} (${entry.type}) left the queue without a receipt`];
  };

  const checkDeletedJob = (key: unknown, changes: readonly Change[]): readonly string[] => {
    const job = jobs.get(key);
    jobs.delete(key);
    // A colleague has signed in: it lies in its owner's drawer, and is put back when they do.
    const storedProfiles = changes
      .filter((change) => change.table === "drawer")
      .flatMap((change) => change.puts.map(({ row }) => row as StoredProfileRow));
    if (
      storedProfiles.some(({ rows }) => rows["job"]?.some((row) => (row as JobRow).jobId === key))
    )
      return [];
    const logLines = changes
      .filter((change) => change.table === "log")
      .flatMap((change) => change.puts.map(({ row }) => (row as LogRow).message));
    const isLogged = job && logLines.some((line) => line.includes(job.formattedJobId));
    return isLogged ? [] : [`the job ${String(key)} was deleted without a log line`];
  };

  return {
    entries,
    recordTransaction(process, changes) {
      const violations: string[] = [];
      for (const { table, puts, deletedKeys, isRange } of changes) {
        if (table === "messageQueue") {
          if (isRange) violations.push("the queue was emptied");
          for (const { key, row } of puts)
            violations.push(...recordQueued(process, key, row as OutboxRow));
          for (const key of deletedKeys) violations.push(...checkUnqueued(key));
        }
        if (table === "job") {
          if (isRange) violations.push("the jobs were emptied");
          for (const { key, row } of puts) jobs.set(key, row as JobRow);
          for (const key of deletedKeys) violations.push(...checkDeletedJob(key, changes));
        }
      }
      return violations;
    },
    listUnsaved: (process) => [...(processes.get(process) ?? [])],
    markSaved(saved) {
      for (const entry of saved) {
        entry.isSaved = true;
        for (const unsavedOfProcess of processes.values()) unsavedOfProcess.delete(entry);
      }
    },
    recordProcessDeath: (process) => void processes.delete(process),
    recordReceipt(messageId) {
      const entry = entries.get(messageId);
      if (entry) entry.isReceipted = true;
    },
    recordDatabaseLoss() {
      keys.clear();
      for (const entry of entries.values())
        if (!entry.isSaved && !entry.isReceipted) entry.mayBeLost = true;
    },
    recordTotalLoss() {
      keys.clear();
      jobs.clear();
      for (const entry of entries.values()) if (!entry.isReceipted) entry.mayBeLost = true;
    },
  };
}
