import { listPartPlaces, listReferenceRows } from "@fieldfare/contract/office";
import { readNumberField, readTextField } from "@fieldfare/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { request } from "../request.ts";

/** A row of the schedule of rates, or of the parts. */
export interface FoundRow {
  readonly rowId: string;
  readonly code: string;
  readonly description: string;
  /** The unit of a part. */
  readonly unitId: number | null;
}

const codes = { sors: "code", parts: "partCode" } as const;

/** The first rows of a table that contain the words. */
export function useRowSearch(table: keyof typeof codes, words: string) {
  return useQuery({
    queryKey: ["reference-data", "found", table, words],
    queryFn: ({ signal }) =>
      request(listReferenceRows, {
        params: { table },
        query: { search: words, limit: "20" },
        signal,
      }),
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
    select: ({ rows }) =>
      rows.map(({ rowId, values }): FoundRow => ({
        rowId,
        code: readTextField(values, codes[table]) ?? "",
        description: readTextField(values, "description") ?? "",
        unitId: readNumberField(values, "partUnitTypeId") ?? null,
      })),
  });
}

/** The places where parts waited before. */
export function usePartPlaces() {
  return useQuery({
    queryKey: ["parts", "places"],
    queryFn: ({ signal }) => request(listPartPlaces, { signal }),
    staleTime: 60_000,
  });
}
