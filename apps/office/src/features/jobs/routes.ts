import { z } from "@fieldfare/contract";
import { jobOrders, jobOutcomes, listJobs } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";
import { columnIds, listedStatuses } from "./columns.ts";

/** The filters, the order and the hidden columns are in the address, so that it can be kept and sent. */
export const parseJobsSearch = parseValues({
  search: z.string().check(z.maxLength(200)),
  status: z.enum(listedStatuses),
  /** How the job ended, or `follow-on`: another visit is needed, and no job is raised for it. */
  outcome: z.enum([...jobOutcomes, "follow-on"]),
  /** The id of an engineer, or `none`. */
  engineer: z.union([z.literal("none"), z.guid()]),
  /** The id of a category of job types. */
  category: z.string().check(z.regex(/^\d{1,9}$/)),
  from: z.iso.date(),
  to: z.iso.date(),
  order: z.enum(jobOrders),
  /** The columns that are not shown, with commas between them. */
  hidden: z.string(),
  /** The id of the named view that was opened. What it stores is in the other values. */
  view: z.guid(),
});

export type JobsSearch = ReturnType<typeof parseJobsSearch>;

/** Changes of the search part; undefined removes a value. */
export type JobsSearchChange = {
  readonly [Name in keyof JobsSearch]?: JobsSearch[Name] | undefined;
};

export const routes = [
  createRoute({
    ...screen("/jobs", listJobs, () => import("./jobs-screen.tsx").then((m) => m.JobsScreen)),
    validateSearch: parseJobsSearch,
  }),
];

/** The columns that an address hides. The reference is always shown: it opens the job. */
export function readHiddenColumns({ hidden = "" }: JobsSearch): string[] {
  const named = hidden.split(",");
  return columnIds.filter((id) => id !== "formattedJobId" && named.includes(id));
}
