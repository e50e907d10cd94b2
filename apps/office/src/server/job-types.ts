import type { CallAnswer } from "@fieldfare/contract";
import { listJobTypes } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "./account.ts";
import { request } from "./request.ts";

export type JobType = CallAnswer<typeof listJobTypes>[number];

/**
 * Loads the job types with their categories. Without the permission for it nothing is requested, and there is no data.
 */
export function useJobTypes() {
  const may = useMay();
  return useQuery({
    queryKey: ["job-types"],
    queryFn: ({ signal }) => request(listJobTypes, { signal }),
    enabled: may(listJobTypes),
    staleTime: 10 * 60_000,
  });
}
