import type { CallAnswer } from "@fieldfare/contract";
import { exportAudit, listAudit } from "@fieldfare/contract/office";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { request, requestFile } from "../../server/request.ts";
import type { AuditFilters } from "./filters.ts";

type AuditPage = CallAnswer<typeof listAudit>;
export type AuditEntry = AuditPage["events"][number];

const pageSize = 100;
const beginning: number | null = null;

/** Loads the audit entries that match, the newest first, 100 at a time. While other filters load, the entries before stay. */
export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: ["audit", filters],
    queryFn: ({ pageParam, signal }) =>
      request(listAudit, {
        signal,
        query: {
          ...filters,
          order: "newest" as const,
          limit: String(pageSize),
          ...(pageParam !== null && { after: String(pageParam) }),
        },
      }),
    initialPageParam: beginning,
    getNextPageParam: ({ events, next }: AuditPage) => (events.length === pageSize ? next : null),
    placeholderData: keepPreviousData,
  });
}

/** Loads the entries as CSV, all of them, not only those that are shown. */
export function loadAuditCsv(filters: AuditFilters): Promise<Blob> {
  return requestFile(exportAudit, { query: filters });
}
