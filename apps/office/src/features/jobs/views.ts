import { type JobView, listJobViews } from "@fieldfare/contract/office";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../server/request.ts";
import { type JobsSearch, parseJobsSearch } from "./routes.ts";

const queryKey = ["job-views"];

/** Loads the named views of the user and those that are shared. */
export function useJobViews() {
  return useQuery({ queryKey, queryFn: ({ signal }) => request(listJobViews, { signal }) });
}

/** Returns a function that loads the views again. Its promise resolves when they are loaded. */
export function useReloadViews(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
}

/** Writes what a view stores of an address: filters, order and hidden columns, always in the same order. */
export function writeViewSearch(search: JobsSearch): string {
  const { view: _view, ...values } = search;
  const stored = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== "")
    .toSorted(([one], [other]) => one.localeCompare(other));
  return new URLSearchParams(stored).toString();
}

/** Reads the search part that a view stores. Values that this build does not know are left out. */
export function readViewSearch({ viewId, search }: Pick<JobView, "viewId" | "search">): JobsSearch {
  return parseJobsSearch({ ...Object.fromEntries(new URLSearchParams(search)), view: viewId });
}

/** Whether the address shows something else than the view that it names. */
export function isViewChanged(view: JobView, search: JobsSearch): boolean {
  return writeViewSearch(readViewSearch(view)) !== writeViewSearch(search);
}
