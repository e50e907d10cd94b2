import type { CallAnswer } from "@fieldfare/contract";
import {
  maxBoardJobs,
  type OfficeChange,
  type readBoard,
  readBoardJobs,
} from "@fieldfare/contract/office";
import type { QueryClient } from "@tanstack/react-query";
import { limitCalls } from "../../server/limit-calls.ts";
import { readAgain } from "../../server/read-again.ts";
import { request } from "../../server/request.ts";

export type Board = CallAnswer<typeof readBoard>;

/** Phones report what they have not sent all the time: the whole board is read for that at most so often. */
const wholeMs = 5_000;

export const boardKey = (day: string | undefined) => ["board", day ?? "today"] as const;

interface BoardUpdates {
  /** Null: changes may have been missed. */
  readonly take: (change: OfficeChange | null) => void;
  /** Forgets what waits to be read. */
  readonly stop: () => void;
}

/** Brings what the server reports into the board of a day: single jobs by themselves, everything else with the whole board. */
export function createBoardUpdates(queries: QueryClient, day: string | undefined): BoardUpdates {
  const queryKey = boardKey(day);
  const waiting = new Set<string>();
  const readWhole = () => readAgain(queries, queryKey);

  async function readWaiting(): Promise<void> {
    const board = queries.getQueryData<Board>(queryKey);
    const ids = [...waiting];
    waiting.clear();
    // A board that is being read may have been read before the change.
    if (!board || ids.length > maxBoardJobs || queries.isFetching({ queryKey })) return readWhole();
    try {
      const present = await request(readBoardJobs, {
        query: { day: board.day, jobIds: ids.join(",") },
      });
      queries.setQueryData<Board>(
        queryKey,
        (before) => before && replaceJobs(before, ids, present),
      );
    } catch {
      await readWhole();
    }
  }

  const jobs = limitCalls(readWaiting, 0);
  const whole = limitCalls(readWhole, wholeMs);
  return {
    take(change: OfficeChange | null) {
      if (change === null) {
        void readWhole();
        void queries.invalidateQueries({ queryKey: ["refused"] });
        return;
      }
      if (change.kinds.includes("refused-messages"))
        void queries.invalidateQueries({ queryKey: ["refused"] });
      if (change.jobIds === null) void readWhole();
      else if (change.jobIds.length > 0) {
        for (const jobId of change.jobIds) waiting.add(jobId);
        jobs.call();
      }
      const isOfEngineers = change.kinds.some(
        (kind) => kind === "engineers" || kind === "absences" || kind === "devices",
      );
      if (isOfEngineers) whole.call();
    },
    stop() {
      waiting.clear();
      jobs.stop();
      whole.stop();
    },
  };
}

/** Puts the present jobs in the place of those with these ids, in the order of time. */
function replaceJobs(
  board: Board,
  ids: readonly string[],
  { jobs, movedJobs }: Pick<Board, "jobs" | "movedJobs">,
): Board {
  const replaced = new Set(ids);
  const replace = (before: Board["jobs"], present: Board["jobs"]) =>
    [...before.filter(({ jobId }) => !replaced.has(jobId)), ...present].toSorted(
      (one, other) =>
        one.appointmentDateTime.localeCompare(other.appointmentDateTime) ||
        one.jobId.localeCompare(other.jobId),
    );
  return {
    ...board,
    jobs: replace(board.jobs, jobs),
    movedJobs: replace(board.movedJobs, movedJobs),
  };
}
