import type { OfficeChange } from "@fieldfare/contract/office";
import type { QueryClient } from "@tanstack/react-query";
import { limitCalls } from "../../server/limit-calls.ts";
import { readAgain } from "../../server/read-again.ts";

/** Engineers go on with jobs all the time: the dangers are read for that at most so often. */
const limitMs = 5_000;

export const dangersKey = ["compliance", "unplanned-dangers"] as const;

interface DangerUpdates {
  /** Null: changes may have been missed. */
  readonly take: (change: OfficeChange | null) => void;
  /** Forgets what waits to be read. */
  readonly stop: () => void;
}

/**
 * Reads the open dangers again when the server says that a job has changed: with its close a form with a danger arrives, and a
 * job that somebody raises or cancels may be the one for a danger. A change does not say which of these it is.
 */
export function createDangerUpdates(queries: QueryClient): DangerUpdates {
  const reads = limitCalls(() => readAgain(queries, dangersKey), limitMs);
  return {
    take(change) {
      if (change === null || change.jobIds === null || change.jobIds.length > 0) reads.call();
    },
    stop: reads.stop,
  };
}
