import type { CallAnswer } from "@fieldfare/contract";
import { listQuickJobs } from "@fieldfare/contract/office";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { request } from "../../server/request.ts";
import type { RaisedSearch } from "./routes.ts";

export type RaisedJob = CallAnswer<typeof listQuickJobs>[number];

const pageSize = 50;
const firstPage: string | null = null;

/** Jobs that engineers raised on site, 50 at a time, the latest first. */
export function useRaisedJobs({ engineer, closed }: RaisedSearch) {
  return useInfiniteQuery({
    queryKey: ["jobs", "raised", { engineer, closed }],
    queryFn: ({ pageParam, signal }) =>
      request(listQuickJobs, {
        signal,
        query: {
          limit: String(pageSize),
          ...(engineer !== undefined && { fieldOperativeId: engineer }),
          ...(!closed && { open: "yes" as const }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly RaisedJob[]) =>
      page.length === pageSize ? page.at(-1)?.jobId : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? 60_000 : false),
  });
}
