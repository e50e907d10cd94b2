import type { CallAnswer } from "@fieldfare/contract";
import {
  listRefusedMessages,
  listSafetyFindings,
  maxBoardJobs,
  type OfficeChange,
  readBoard,
  readBoardJobs,
} from "@fieldfare/contract/office";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMay } from "../../server/account.ts";
import { connectChanges, useChanges, useMayRead } from "../../server/changes.ts";
import { request } from "../../server/request.ts";
import { isBoard } from "./board-check.generated.ts";
import { pickUnplannedDangers } from "./unplanned-dangers.ts";

export type Board = CallAnswer<typeof readBoard>;

/** While changes arrive at once, this is the floor; the other one while they do not. */
const pollMs = 60_000;
const pollNotLiveMs = 15_000;
/** Phones report what they have not sent all the time: the whole board is read for that at most so often. */
const wholeMs = 5_000;

const boardKey = (day: string | undefined) => ["board", day ?? "today"] as const;

/** How the board of a day is loaded, and under which key it is kept. */
function boardQuery(day: string | undefined) {
  return queryOptions({
    queryKey: boardKey(day),
    queryFn: ({ signal }) =>
      request(readBoard, {
        query: day === undefined ? {} : { day },
        signal,
        isAnswer: isBoard,
      }),
  });
}

/** Requests the board of a day for a screen that is not drawn yet. Resolves once the request is on its way. */
export async function prepareBoard(queries: QueryClient, day: string | undefined): Promise<void> {
  await connectChanges();
  void queries.prefetchQuery(boardQuery(day));
}

/** The board of a day, as it changes. */
export function useBoard(day: string | undefined) {
  const queries = useQueryClient();
  const [updates] = useState(() => createUpdates(queries));
  useEffect(() => () => updates.stop(), [updates]);
  const live = useChanges((change) => updates.take(day, change));
  const mayRead = useMayRead(live);
  const board = useQuery({
    ...boardQuery(day),
    enabled: mayRead,
    refetchInterval: live.kind === "not-live" ? pollNotLiveMs : pollMs,
  });
  return { board, live };
}

/** Brings what the server reports into the board: single jobs by themselves, everything else with the whole board. */
function createUpdates(queries: QueryClient) {
  const waiting = new Set<string>();
  let isReading = false;
  let whole: ReturnType<typeof setTimeout> | null = null;

  const readWhole = (day: string | undefined) =>
    queries.invalidateQueries({ queryKey: boardKey(day) });

  async function readWaiting(day: string | undefined): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      while (waiting.size > 0) {
        const board = queries.getQueryData<Board>(boardKey(day));
        const ids = [...waiting];
        waiting.clear();
        // A board that is being read may have been read before the change.
        if (
          !board ||
          ids.length > maxBoardJobs ||
          queries.isFetching({ queryKey: boardKey(day) })
        ) {
          await readWhole(day);
          continue;
        }
        const present = await request(readBoardJobs, {
          query: { day: board.day, jobIds: ids.join(",") },
        });
        queries.setQueryData<Board>(
          boardKey(day),
          (before) => before && replaceJobs(before, ids, present),
        );
      }
    } catch {
      await readWhole(day);
    } finally {
      isReading = false;
    }
  }

  return {
    take(day: string | undefined, change: OfficeChange | null) {
      if (change === null) {
        void readWhole(day);
        void queries.invalidateQueries({ queryKey: ["refused"] });
        return;
      }
      if (change.kinds.includes("refused-messages"))
        void queries.invalidateQueries({ queryKey: ["refused"] });
      if (change.jobIds === null) void readWhole(day);
      else {
        for (const jobId of change.jobIds) waiting.add(jobId);
        void readWaiting(day);
      }
      const isOfEngineers = change.kinds.some(
        (kind) => kind === "engineers" || kind === "absences" || kind === "devices",
      );
      if (isOfEngineers)
        whole ??= setTimeout(() => {
          whole = null;
          void readWhole(day);
        }, wholeMs);
    },
    stop() {
      if (whole) clearTimeout(whole);
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

/** The messages that the server refused last, for those who may read them. */
export function useRefusedMessages() {
  const may = useMay();
  return useQuery({
    queryKey: ["refused"],
    queryFn: ({ signal }) => request(listRefusedMessages, { query: { limit: "20" }, signal }),
    enabled: may(listRefusedMessages),
    refetchInterval: pollMs,
    select: ({ messages }) => messages,
  });
}

/** How often the dangers of the newest forms are read: a job that is raised for one reads them at once. */
const dangersMs = 60_000;

/** Homes with an open danger and no open job, of the newest 50 forms, for those who may read them. Only on the board of today. */
export function useUnplannedDangers(isToday: boolean) {
  const may = useMay();
  return useQuery({
    queryKey: ["compliance", "unplanned-dangers"],
    queryFn: ({ signal }) =>
      request(listSafetyFindings, { query: { open: "yes", limit: "50" }, signal }),
    enabled: isToday && may(listSafetyFindings),
    refetchInterval: dangersMs,
    select: ({ forms }) => (isToday ? pickUnplannedDangers(forms) : []),
  });
}
