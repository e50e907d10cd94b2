import { getJobs } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refusePermission } from "../../http/accounts.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { assignJob } from "./assign.ts";
import { changeJob } from "./change-job.ts";
import { createJob } from "./create-job.ts";
import { listJobs } from "./list-jobs.ts";
import { readJob } from "./read-jobs.ts";
import { readServerJobs } from "./read-server-jobs.ts";
import { withoutPrivateNotes } from "./property-history.ts";
import { requestRemoval } from "./removal.ts";
import { openJobIds } from "./store.ts";
import { findBegunElsewhere, findOwnRaised } from "./visits.ts";

/** The routes of jobs: what a device fetches and what the office asks and changes. */
export function jobRoutes({ database, config }: Server): Route[] {
  return [
    // An engineer on a device: their jobs that this device has not acknowledged; after recovery all open ones.
    route(getJobs, async ({ identity, deviceId, query }) => {
      const ids = await openJobIds(
        database,
        identity.fieldOperativeId,
        deviceId,
        query.recovery === "true",
      );
      const [read, begun] = await Promise.all([
        readServerJobs(database, ids),
        findBegunElsewhere(database, ids, deviceId),
      ]);
      const jobs = read.map((job) => {
        const begunElsewhere = begun.get(job.jobId);
        return begunElsewhere ? { ...job, begunElsewhere } : job;
      });
      if (config.raisedJobHistory.includes("private-notes")) return { jobs };
      const raised = await findOwnRaised(database, ids);
      return {
        jobs: jobs.map((job) =>
          raised.has(job.jobId) ? { ...job, history: withoutPrivateNotes(job.history ?? []) } : job,
        ),
      };
    }),
    // The office: raise a job, and assign it if an engineer is named.
    route(office.createJob, async ({ body, request, identity }) => {
      const refusal =
        body.fieldOperativeId !== null && refusePermission(identity.perms, "Job.Allocate");
      if (refusal) return refusal;
      return makeChange(database, readAuditSource(request), (change) => createJob(change, body));
    }),
    // The office: assign a job to an engineer, or to another one.
    route(office.assignJob, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        assignJob(change, params.jobId, body),
      ),
    ),
    // The office: change what a job says.
    route(office.changeJob, ({ params, body, request, identity }) =>
      makeChange(database, readAuditSource(request), (change) =>
        changeJob(change, identity.perms, params.jobId, body),
      ),
    ),
    // The office: jobs, newest appointment first.
    route(office.listJobs, ({ query }) => listJobs(database, query)),
    // The office: a job with everything the engineer recorded, and what is still missing.
    route(
      office.readJob,
      async ({ params }) => (await readJob(database, params.jobId)) ?? refuse("not-found"),
    ),
    // The office: request that the engineer's device removes a job.
    route(office.requestRemoval, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        requestRemoval(change, params.jobId, body.force),
      ),
    ),
  ];
}
