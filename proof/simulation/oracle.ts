import { canonicalJson } from "@fieldfare/contract";
import type { JobRow, LogRow, OutboxRow } from "@fieldfare/device";
import type { Change } from "@fieldfare/device/testing";

/** One message as a phone queued it, read from its database and not through the code under test. */
interface QueuedMessage {
  readonly messageId: string;
  readonly phone: string;
  readonly orderingKey: string;
  readonly type: OutboxRow["type"];
  readonly ownerId: string;
  readonly jobId: string | null;
  /** Its position in the order in which this phone queued. */
  readonly number: number;
  readonly payload: string;
  /** The action that queued it has resolved, so the screen showed it as saved. */
  isSaved: boolean;
  /** A receipt for it has reached the phone. */
  isReceipted: boolean;
  /** The scenario wiped the database before it was shown as saved, or wiped everything on the phone. */
  mayBeLost: boolean;
}

/** What a phone showed as saved, independent of the code under test. */
export interface Oracle {
  readonly entries: ReadonlyMap<string, QueuedMessage>;
  /** Reads one committed transaction of one process; returns the rules that it breaks. */
  recordTransaction(process: string, changes: readonly Change[]): readonly string[];
  /** What this process has queued and not yet shown as saved. */
  listUnsaved(process: string): readonly QueuedMessage[];
  markSaved(entries: readonly QueuedMessage[]): void;
  /** A process has died: what it had not shown as saved stays unsaved. */
  recordProcessDeath(process: string): void;
  recordReceipt(messageId: string): void;
  /** The database is lost, the journal is not: what was shown as saved must be restored. */
  recordDatabaseLoss(): void;
  /** Database and journal are lost: what has no receipt may be lost too. */
  recordTotalLoss(): void;
}

/** Creates the oracle of one phone, which knows no message yet. */
export function createOracle(phone: string): Oracle {
  const entries = new Map<string, QueuedMessage>();
  const processes = new Map<string, Set<QueuedMessage>>();
  /** The message id of each key of an engineer's queue. */
  const keys = new Map<string, string>();
  const jobs = new Map<string, JobRow>();

  const recordQueued = (
    process: string,
    { ownerId }: Change,
    key: unknown,
    row: OutboxRow,
  ): readonly string[] => {
    keys.set(`${ownerId} ${String(key)}`, row.messageId);
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
      ownerId: String(ownerId),
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

  const checkUnqueued = ({ ownerId }: Change, key: unknown): readonly string[] => {
    const entry = entries.get(keys.get(`${ownerId} ${String(key)}`) ?? "");
    if (!entry) return [];
    return entry.isReceipted
      ? []
      : [`the message ${entry.messageId} (${entry.type}) left the queue without a receipt`];
  };

  const checkDeletedJob = (
    { ownerId }: Change,
    key: unknown,
    changes: readonly Change[],
  ): readonly string[] => {
    const ownKey = `${ownerId} ${String(key)}`;
    const job = jobs.get(ownKey);
    jobs.delete(ownKey);
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
      for (const change of changes) {
        const { ownerId, table, puts, deletedKeys, isRange } = change;
        if (table === "messageQueue") {
          if (isRange) violations.push("the queue was cleared");
          for (const { key, row } of puts)
            violations.push(...recordQueued(process, change, key, row as OutboxRow));
          for (const key of deletedKeys) violations.push(...checkUnqueued(change, key));
        }
        if (table === "job") {
          if (isRange) violations.push("the jobs were cleared");
          for (const { key, row } of puts) jobs.set(`${ownerId} ${String(key)}`, row as JobRow);
          for (const key of deletedKeys) violations.push(...checkDeletedJob(change, key, changes));
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
