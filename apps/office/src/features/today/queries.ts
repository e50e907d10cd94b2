import {
  listJobs,
  listRefusedMessages,
  listSafetyFindings,
  readBoard,
} from "@fieldfare/contract/office";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useMay } from "../../server/account.ts";
import { connectChanges, useChanges, useMayRead } from "../../server/changes.ts";
import { request } from "../../server/request.ts";
import { boardKey, createBoardUpdates } from "./board-updates.ts";
import { createDangerUpdates, dangersKey } from "./danger-updates.ts";
import { isBoard } from "./board-check.generated.ts";
import { pickUnplannedDangers } from "./unplanned-dangers.ts";

export type { Board } from "./board-updates.ts";

/** While changes arrive at once, this is the floor; the other one while they do not. */
const pollMs = 60_000;
const pollNotLiveMs = 15_000;

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
  const updates = useMemo(() => createBoardUpdates(queries, day), [queries, day]);
  useEffect(() => updates.stop, [updates]);
  const live = useChanges(updates.take);
  const mayRead = useMayRead(live);
  const board = useQuery({
    ...boardQuery(day),
    enabled: mayRead,
    refetchInterval: live.kind === "not-live" ? pollNotLiveMs : pollMs,
  });
  return { board, live };
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

/**
 * Homes with an open danger and no open job, of the newest 50 forms, for those who may read them, as jobs change. Only on the
 * board of today.
 */
export function useUnplannedDangers(isToday: boolean) {
  const isRead = useMay()(listSafetyFindings) && isToday;
  const queries = useQueryClient();
  const updates = useMemo(() => createDangerUpdates(queries), [queries]);
  useEffect(() => updates.stop, [updates]);
  useChanges(updates.take, isRead);
  return useQuery({
    queryKey: dangersKey,
    queryFn: ({ signal }) =>
      request(listSafetyFindings, { query: { open: "yes", limit: "50" }, signal }),
    enabled: isRead,
    refetchInterval: pollMs,
    select: ({ forms }) => (isToday ? pickUnplannedDangers(forms) : []),
  });
}

/** How often visits that lack a follow-on job are counted: a job that is raised here counts them at once. */
const followOnMs = 60_000;
/** Up to how many are counted. */
const maxFollowOns = 50;

/** How many visits from a day on lack a follow-on job, for those who may read jobs. Null: they are not shown. */
export function useMissingFollowOns(from: string | null) {
  const may = useMay();
  return useQuery({
    queryKey: ["jobs", "missing-follow-ons", from],
    queryFn: ({ signal }) =>
      request(listJobs, {
        query: { followOn: "missing", from: from ?? "", limit: String(maxFollowOns) },
        signal,
      }),
    enabled: from !== null && may(listJobs),
    refetchInterval: followOnMs,
    select: ({ length }) => ({ count: length, hasMore: length === maxFollowOns }),
  });
}
