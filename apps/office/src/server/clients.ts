import { listOfficeClients } from "@fieldfare/contract/office";
import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** Loads the clients with their contracts and priorities. They are loaded again after ten minutes at the earliest. */
export function useClients() {
  return useQuery({
    queryKey: ["clients"],
    queryFn: ({ signal }) => request(listOfficeClients, { signal }),
    staleTime: 10 * 60_000,
  });
}
