import type { CallAnswer } from "@fieldfare/contract";
import { listJobTypes } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "./account.ts";
import { request } from "./request.ts";

export type JobType = CallAnswer<typeof listJobTypes>[number];

export function useJobTypes() {
  const may = useMay();
  return useQuery({
    queryKey: ["job-types"],
    queryFn: ({ signal }) => request(listJobTypes, { signal }),
    enabled: may(listJobTypes),
    staleTime: 10 * 60_000,
  });
}
