import type { CallAnswer } from "@fieldfare/contract";
import { readAbsenceCalendar } from "@fieldfare/contract/office";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useChanges } from "../../server/changes.ts";
import { readAgain } from "../../server/read-again.ts";
import { request } from "../../server/request.ts";

export type Calendar = CallAnswer<typeof readAbsenceCalendar>;
export type Waiting = Calendar["toDecide"][number];

const key = "absence-calendar";
const pollMs = 60_000;

/** The absences of a month and what waits for a decision, as they change. */
export function useAbsenceCalendar(month: string | undefined) {
  const reload = useReload();
  useChanges((change) => {
    if (change === null || change.kinds.includes("absences")) void reload();
  });
  return useQuery({
    queryKey: [key, month],
    queryFn: ({ signal }) =>
      request(readAbsenceCalendar, { query: month === undefined ? {} : { month }, signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });
}

/** Returns a function that reads the calendar again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => readAgain(queries, [key]);
}
