import { listPartOrders, listPartPlaces, type PartOrderRow } from "@fieldfare/contract/office";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { request } from "../../server/request.ts";
import type { PartsSearch } from "./routes.ts";

const pageSize = 50;
const maxPartsOfJob = 999;
const firstPage: string | null = null;

/** Parts, 50 at a time, the newest first. While those of other filters load, the parts before stay. */
export function usePartOrders({ state = "to-order", engineer, search, job }: PartsSearch) {
  return useInfiniteQuery({
    queryKey: ["parts", "list", { state, engineer, search, job }],
    queryFn: ({ pageParam, signal }) =>
      request(listPartOrders, {
        signal,
        query: {
          limit: String(pageSize),
          ...(state !== "any" && { state }),
          ...(engineer !== undefined && { fieldOperativeId: engineer }),
          ...(search !== undefined && { search }),
          ...(job !== undefined && { jobId: job }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ parts }: { readonly parts: readonly PartOrderRow[] }) =>
      parts.length === pageSize ? parts.at(-1)?.jobPartId : undefined,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? 60_000 : false),
  });
}

/** A part as it is now, also when the list no longer shows it; undefined while it loads. */
export function usePart({ jobPartId, job: { jobId } }: PartOrderRow): PartOrderRow | undefined {
  const { data } = useQuery({
    queryKey: ["parts", "one", jobPartId],
    queryFn: ({ signal }) =>
      request(listPartOrders, { signal, query: { jobId, limit: String(maxPartsOfJob) } }),
    // What an earlier dialog has read is older than the list.
    gcTime: 0,
  });
  return data?.parts.find((part) => part.jobPartId === jobPartId);
}

/** The places where parts waited before. */
export function usePartPlaces() {
  return useQuery({
    queryKey: ["parts", "places"],
    queryFn: ({ signal }) => request(listPartPlaces, { signal }),
  });
}

/** Loads the parts again, and the jobs that may have got one. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["parts", "job"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  };
}
