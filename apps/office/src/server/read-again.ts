import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Reads what is shown under a key again, after a change of it. A reading that is under way may have been answered before the
 * change: the library begins it again, but not a first one, so that one is repeated at its end.
 */
export async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ queryKey });
  if (first.length > 0)
    await queries.invalidateQueries({ queryKey, predicate: (query) => first.includes(query) });
}
