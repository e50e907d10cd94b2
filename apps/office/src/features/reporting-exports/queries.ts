import {
  downloadReportingFile,
  listReportingExports,
  readReportingManifest,
  type ReportingExport,
} from "@fieldfare/contract/office";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, requestFile } from "../../server/request.ts";

const key = "reporting-exports";
const pageSize = 50;
const newest: string | null = null;
/** How often the list is read again while an export is being made, and otherwise. */
const [busyMs, idleMs] = [3_000, 60_000];

/** Whether an export is not finished. */
export function isUnderWay({ state }: ReportingExport): boolean {
  return state === "waiting" || state === "running";
}

/** The exports, the newest first. */
export function useExports() {
  return useInfiniteQuery({
    queryKey: [key, "list"],
    queryFn: ({ pageParam, signal }) =>
      request(listReportingExports, {
        signal,
        query: { limit: String(pageSize), ...(pageParam !== null && { before: pageParam }) },
      }),
    initialPageParam: newest,
    getNextPageParam: ({ exports }: { readonly exports: readonly ReportingExport[] }) =>
      exports.length === pageSize ? (exports.at(-1)?.exportId ?? null) : null,
    refetchInterval: ({ state: { data } }) => {
      if (data && data.pages.length > 1) return false;
      return data?.pages[0]?.exports.some(isUnderWay) ? busyMs : idleMs;
    },
  });
}

/** What a warehouse has to know of an export. It does not change. */
export function useManifest(exportId: string) {
  return useQuery({
    queryKey: [key, "manifest", exportId],
    queryFn: ({ signal }) => request(readReportingManifest, { params: { exportId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The bytes of a file of an export. Rejects as `request` does. */
export function loadFile(exportId: string, file: string): Promise<Blob> {
  return requestFile(downloadReportingFile, { params: { exportId, file } });
}

/** Returns a function that loads the exports again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key, "list"] });
}
