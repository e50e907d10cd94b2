import {
  listChangedLines,
  listPropertyImports,
  listRefusedLines,
  type PropertyImport,
  readPropertyImport,
} from "@fieldfare/contract/office";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";

const key = "home-imports";
const firstPage: string | null = null;

/** An import; while the server works on it, it is read again and again. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: [key, "import", importId],
    queryFn: ({ signal }) => request(readPropertyImport, { params: { importId }, signal }),
    refetchInterval: (query) => (isBusy(query.state.data) ? 700 : false),
  });
}

/** Whether the server works on an import now. */
function isBusy(found: PropertyImport | undefined): boolean {
  return found?.status === "checking" || found?.status === "applying";
}

/** How many of the lines that are left out the screen shows. The report has all of them. */
export const shownLines = 50;

/** The first lines that an import leaves out. */
export function useRefusedLines(importId: string) {
  return useQuery({
    queryKey: [key, "refused", importId],
    queryFn: ({ signal }) =>
      request(listRefusedLines, {
        params: { importId },
        query: { limit: String(shownLines) },
        signal,
      }),
  });
}

const fromStart: string | null = null;

/** The lines of a checked file that would change something at a home that is known, some at a time. */
export function useChangedLines(importId: string) {
  return useInfiniteQuery({
    queryKey: [key, "changed", importId],
    queryFn: ({ pageParam, signal }) =>
      request(listChangedLines, {
        params: { importId },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: fromStart,
    getNextPageParam: ({ readTo }) => (readTo === null ? undefined : String(readTo)),
  });
}

const historyPage = 50;

/** Imports, the latest first. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: [key, "history"],
    queryFn: ({ pageParam, signal }) =>
      request(listPropertyImports, {
        signal,
        query: { limit: String(historyPage), ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly PropertyImport[]) =>
      page.length === historyPage ? page.at(-1)?.importId : undefined,
  });
}

/** Loads the imports again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
}
