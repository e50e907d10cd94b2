import { listAbsences, listJobs } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../account.ts";
import { request } from "../request.ts";
import { describeOrder, describeReading } from "./describe-order.ts";

/** The jobs and absences of a day, by which engineers are suggested; `order` says how they are ordered. */
export function useDay(day: string | null) {
  const mayReadAbsences = useMay()(listAbsences);
  const jobs = useQuery({
    queryKey: ["jobs", "day", day],
    queryFn: ({ signal }) =>
      request(listJobs, {
        query: { assigned: "yes", limit: "999", ...(day !== null && { from: day, to: day }) },
        signal,
      }),
    enabled: day !== null,
  });
  const absences = useQuery({
    queryKey: ["absences", "approved"],
    queryFn: ({ signal }) => request(listAbsences, { query: { status: "2" }, signal }),
    enabled: mayReadAbsences,
  });
  return {
    jobs: jobs.data,
    absences: absences.data,
    order: describeOrder(
      describeReading(jobs),
      mayReadAbsences ? describeReading(absences) : "not-allowed",
    ),
  };
}
