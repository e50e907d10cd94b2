import { z } from "@fieldfare/contract";
import { listQuickJobs } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The filters are in the address, so that it can be kept and sent. */
export const parseRaisedSearch = parseValues({
  engineer: z.guid(),
  /** Closed jobs too. */
  closed: z.literal("yes"),
});

export type RaisedSearch = ReturnType<typeof parseRaisedSearch>;

export const routes = [
  createRoute({
    ...screen("/jobs/raised-on-site", listQuickJobs, () =>
      import("./raised-jobs-screen.tsx").then((m) => m.RaisedJobsScreen),
    ),
    validateSearch: parseRaisedSearch,
  }),
];
