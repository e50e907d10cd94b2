import type { CallAnswer } from "@fieldfare/contract";
import { countRetention, readRetention, type RetentionPeriod } from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

export type RetentionReport = CallAnswer<typeof readRetention>;
export type Due = CallAnswer<typeof countRetention>;
export type { RetentionPeriod };

const key = "retention";

/** Loads the periods, the last runs and the next one. Looks again every minute, because a run comes every hour. */
export function useRetention() {
  return useQuery({
    queryKey: [key, "report"],
    queryFn: ({ signal }) => request(readRetention, { signal }),
    refetchInterval: 60_000,
  });
}

/** Counts what the next run would delete of a kind with a period; null: it keeps everything, and nothing is counted. */
export function useDue(kind: string, days: number | null) {
  return useQuery({
    queryKey: [key, "due", kind, days],
    queryFn: ({ signal }) =>
      request(countRetention, { params: { kind }, query: { days: String(days) }, signal }),
    enabled: days !== null,
    staleTime: 60_000,
  });
}

/** Returns a function that loads the periods and the counts again. Its promise resolves when the periods are loaded. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
}
