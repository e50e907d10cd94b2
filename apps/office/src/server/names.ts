import { listOperatives } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** The engineers, for lists and names. They are read again after a minute. */
export function useOperatives() {
  return useQuery({
    queryKey: ["operatives"],
    queryFn: ({ signal }) => request(listOperatives, { signal }),
    staleTime: 60_000,
  });
}

/** Returns the name of an engineer by id. */
export function useOperativeName(): (fieldOperativeId: string | null) => string {
  const { data } = useOperatives();
  return (id) => {
    if (id === null) return "Not assigned";
    return data?.find(({ fieldOperativeId }) => fieldOperativeId === id)?.name ?? "";
  };
}
