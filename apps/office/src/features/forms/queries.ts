import {
  type formStates,
  type FormSummary,
  type FormVersionSummary,
  listForms,
  listFormVersions,
  readData,
  readForm,
  readFormVersion,
} from "@fieldfare/contract/office";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { request } from "../../server/request.ts";

const key = "forms";
const formsAtOnce = 100;
const versionsAtOnce = 20;
const firstPage: string | null = null;

/** Forms by name. While those of another filter load, the forms before stay. */
export function useForms(
  search: string | undefined,
  state: (typeof formStates)[number] | undefined,
) {
  return useInfiniteQuery({
    queryKey: [key, "list", search ?? "", state ?? ""],
    queryFn: ({ pageParam, signal }) =>
      request(listForms, {
        signal,
        query: {
          limit: String(formsAtOnce),
          ...(search !== undefined && { search }),
          ...(state !== undefined && { state }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly FormSummary[]) =>
      page.length === formsAtOnce ? page.at(-1)?.customFormId : undefined,
    placeholderData: keepPreviousData,
  });
}

/** A form with what uses it. */
export function useForm(customFormId: string) {
  return useQuery({
    queryKey: [key, "form", customFormId],
    queryFn: ({ signal }) => request(readForm, { params: { customFormId }, signal }),
  });
}

/** The versions of a form, the newest first. */
export function useVersions(customFormId: string) {
  return useInfiniteQuery({
    queryKey: [key, "versions", customFormId],
    queryFn: ({ pageParam, signal }) =>
      request(listFormVersions, {
        signal,
        params: { customFormId },
        query: {
          limit: String(versionsAtOnce),
          ...(pageParam !== null && { before: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (page: readonly FormVersionSummary[]) =>
      page.length === versionsAtOnce ? String(page.at(-1)?.version) : undefined,
  });
}

/** Reads a version of a form with its sub-forms. */
export function readVersion(customFormId: string, version: number) {
  return request(readFormVersion, { params: { customFormId, version: String(version) } });
}

/** A version of a form with its sub-forms. It never changes. Null: the version is not known yet. */
export function useVersion(customFormId: string, version: number | null) {
  return useQuery({
    queryKey: [key, "version", customFormId, version],
    queryFn: ({ signal }) =>
      request(readFormVersion, { params: { customFormId, version: String(version) }, signal }),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The lists that the choices of a form come from. */
export function useLists() {
  return useQuery({
    queryKey: ["data", "DomainData"],
    queryFn: ({ signal }) => request(readData, { params: { type: "DomainData" }, signal }),
    staleTime: 10 * 60_000,
  });
}

/** Loads everything of forms again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [key] });
}
