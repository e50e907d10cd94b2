import type { CallAnswer } from "@fieldfare/contract";
import { listMileage } from "@fieldfare/contract/office";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

export type Entry = CallAnswer<typeof listMileage>[number];

/** The server answers at most so many entries of a month. */
export const maxEntries = 9_999;

/** The entries from one day to another, also removed ones, by engineer and then by day. */
export function useMileage(from: string, to: string, engineer: string | undefined) {
  return useQuery({
    queryKey: ["mileage", from, to, engineer],
    queryFn: ({ signal }) =>
      request(listMileage, {
        signal,
        query: {
          from,
          to,
          removed: "true",
          limit: String(maxEntries),
          ...(engineer !== undefined && { fieldOperativeId: engineer }),
        },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    select: (entries) => entries.toSorted(byEngineerAndDay),
  });
}

function byEngineerAndDay(one: Entry, other: Entry): number {
  return (
    one.operativeName.localeCompare(other.operativeName) ||
    one.fieldOperativeId.localeCompare(other.fieldOperativeId) ||
    Date.parse(one.dateRecorded) - Date.parse(other.dateRecorded) ||
    Date.parse(one.createdOn) - Date.parse(other.createdOn)
  );
}
