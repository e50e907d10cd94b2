import type { CallAnswer } from "@fieldfare/contract";
import { listCommands, type listOperatives } from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

export type Operative = CallAnswer<typeof listOperatives>[number];

/** Loads the newest commands for an engineer's phones with their outcomes, again every 30 seconds. */
export function useCommands(fieldOperativeId: string) {
  return useQuery({
    queryKey: ["commands", fieldOperativeId],
    queryFn: ({ signal }) =>
      request(listCommands, { query: { fieldOperativeId, limit: "20" }, signal }),
    refetchInterval: 30_000,
  });
}

/** Loads again what an action may have changed. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      ["devices", "operatives", "commands"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}
