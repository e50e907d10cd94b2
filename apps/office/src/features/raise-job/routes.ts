import { z } from "@fieldfare/contract";
import { createJob } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** What another screen proposes: a known home, the type of the job and its day, or a job that is copied. */
const parseRaiseSearch = parseValues({
  home: z.guid(),
  /** The id of a type of job. */
  type: z.string().check(z.regex(/^\d{1,9}$/)),
  day: z.iso.date(),
  /** The id of a job. */
  copy: z.guid(),
  /** The id of the case of damp and mould at that home from which the job is raised. */
  case: z.guid(),
});

export type RaiseSearch = ReturnType<typeof parseRaiseSearch>;

export const routes = [
  createRoute({
    ...screen("/jobs/new", createJob, () =>
      import("./raise-job-screen.tsx").then((m) => m.RaiseJobScreen),
    ),
    validateSearch: parseRaiseSearch,
  }),
];
