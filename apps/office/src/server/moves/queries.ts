import { readBoard } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../account.ts";
import { request } from "../request.ts";

/** The engineers and jobs of a day in London, by which a move is checked. Nothing is read for null. */
export function useDayBoard(day: string | null) {
  const may = useMay();
  return useQuery({
    queryKey: ["board", "of-move", day],
    queryFn: ({ signal }) => request(readBoard, { query: { day: day ?? "" }, signal }),
    enabled: day !== null && may(readBoard),
  });
}
