import type { CallAnswer } from "@fieldfare/contract";
import type { ReferenceImport, ReferenceRowAnswer } from "@fieldfare/contract/office";
import {
  groupImportLines,
  listImportLines,
  listReferenceChoices,
  listReferenceImports,
  listReferenceRows,
  listReferenceTables,
  previewReferenceImport,
  readReferenceImport,
  type CsvDelimiter,
  type CsvEncoding,
} from "@fieldfare/contract/office";
import type { ReferenceTableName } from "@fieldfare/domain";
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { request } from "../../server/request.ts";

const key = "reference-data";
const firstPage: string | null = null;

/** The number of rows of each table. */
export function useTables() {
  return useQuery({
    queryKey: [key, "tables"],
    queryFn: ({ signal }) => request(listReferenceTables, { signal }),
  });
}

/** Rows of a table, 200 at a time. While those of other words load, the rows before stay. */
export function useRows(table: ReferenceTableName, search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [key, "rows", table, search ?? ""],
    queryFn: ({ pageParam, signal }) =>
      request(listReferenceRows, {
        signal,
        params: { table },
        query: {
          limit: "200",
          ...(search !== undefined && { search }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }: { readonly next: string | null }) => next,
    placeholderData: keepPreviousData,
  });
}

type RowPages = InfiniteData<CallAnswer<typeof listReferenceRows>>;

/** Puts a row that was changed into the pages that are shown, until they are loaded again. */
export function useReplaceRow(table: ReferenceTableName): (row: ReferenceRowAnswer) => void {
  const queries = useQueryClient();
  return (row) =>
    void queries.setQueriesData<RowPages>({ queryKey: [key, "rows", table] }, (shown) => {
      if (!shown) return shown;
      const pages = shown.pages.map((page) => ({
        ...page,
        rows: page.rows.map((one) => (one.rowId === row.rowId ? row : one)),
      }));
      return { ...shown, pages };
    });
}

/** What a column may refer to, by a part of its name. */
export function useChoices(table: ReferenceTableName, column: string, search: string) {
  return useQuery({
    queryKey: [key, "choices", table, column, search],
    queryFn: ({ signal }) =>
      request(listReferenceChoices, {
        signal,
        params: { table },
        query: { column, ...(search !== "" && { search }) },
      }),
    placeholderData: keepPreviousData,
  });
}

/** An import; while the server works on it, it is read again and again. */
export function useImport(importId: string) {
  return useQuery({
    queryKey: [key, "import", importId],
    queryFn: ({ signal }) => request(readReferenceImport, { params: { importId }, signal }),
    refetchInterval: (query) => (isBusy(query.state.data) ? 700 : false),
  });
}

/** Whether the server works on an import now. */
export function isBusy(found: ReferenceImport | undefined): boolean {
  return found !== undefined && ["checking", "applying", "undoing"].includes(found.status);
}

/** The headings and first lines of a file. Without a format: as the server guesses it. */
export function usePreview(
  importId: string,
  format: { readonly encoding?: CsvEncoding; readonly delimiter?: CsvDelimiter },
) {
  return useQuery({
    queryKey: [key, "preview", importId, format],
    queryFn: ({ signal }) =>
      request(previewReferenceImport, { params: { importId }, query: format, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The causes of the bad lines of a checked import. */
export function useCauses(importId: string) {
  return useQuery({
    queryKey: [key, "causes", importId],
    queryFn: ({ signal }) => request(groupImportLines, { params: { importId }, signal }),
  });
}

/** The first lines of an import with an outcome. */
export function useLines(importId: string, outcome: "changed" | "skipped" | "not-undone") {
  return useQuery({
    queryKey: [key, "lines", importId, outcome],
    queryFn: ({ signal }) =>
      request(listImportLines, { params: { importId }, query: { outcome, limit: "20" }, signal }),
  });
}

const historyPage = 50;

/** Imports, the latest first. */
export function useHistory(table: ReferenceTableName | undefined) {
  return useInfiniteQuery({
    queryKey: [key, "history", table ?? ""],
    queryFn: ({ pageParam, signal }) =>
      request(listReferenceImports, {
        signal,
        query: {
          limit: String(historyPage),
          ...(table && { table }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly ReferenceImport[]) =>
      page.length === historyPage ? page.at(-1)?.importId : undefined,
  });
}

/** Loads everything of reference data again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    // Clients and job types are read under keys of their own.
    await Promise.all(
      [key, "clients", "job-types"].map((first) =>
        queries.invalidateQueries({ queryKey: [first] }),
      ),
    );
  };
}
