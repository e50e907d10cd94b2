import { getJobs } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Change, makeChange } from "../../database/audit.ts";
import { type Database, withClient } from "../../database/database.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refusePermission } from "../../http/accounts.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readIfMatch, refuseStale, sendVersion } from "../../http/versions.ts";
import { lockJob } from "./appointments.ts";
import { putAlertCodes, readAlertCodes } from "./alert-codes.ts";
import { assignJob } from "./assign.ts";
import { cancelJob } from "./cancel-job.ts";
import { changeJob } from "./change-job.ts";
import { commentJob } from "./comment-job.ts";
import { createJob } from "./create-job.ts";
import { giveBackJob } from "./give-back.ts";
import { putExternalReferences } from "./external-references.ts";
import { readJobVersion } from "./job-version.ts";
import { deleteJobView, listJobViews, putJobView } from "./job-views.ts";
import { listJobs } from "./list-jobs.ts";
import { readJob } from "./read-jobs.ts";
import { readServerJobs } from "./read-server-jobs.ts";
import { withoutPrivateNotes } from "./property-history.ts";
import { requestRemoval } from "./removal.ts";
import { openJobIds } from "./store.ts";
import { findBegunElsewhere, findOwnRaised } from "./visits.ts";

interface VersionedRequest {
  readonly jobId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The routes of jobs: what a device fetches and what the office asks and changes. */
export function jobRoutes({ database, config }: Server): Route[] {
  /** Changes a job if it has the version that the caller names, and answers with the new one. */
  const changeVersioned = async <T extends object>(
    { jobId, request, reply }: VersionedRequest,
    work: (change: Change) => Promise<T | Refusal>,
    connection: Pick<Database, "orm"> = database,
  ): Promise<T | Refusal> => {
    const done = await makeChange(connection, readAuditSource(request), async (change) => {
      await lockJob(change.orm, jobId);
      const version = await readJobVersion(change.orm, jobId);
      if (version === null) return refuse("not-found");
      const stale = refuseStale(readIfMatch(request), version);
      if (stale) return stale;
      const answer = await work(change);
      if (isRefusal(answer)) return answer;
      return { answer, version: await readJobVersion(change.orm, jobId) };
    });
    if (isRefusal(done)) return done;
    if (done.version !== null) sendVersion(reply, done.version);
    return done.answer;
  };
  return [
    // An engineer on a device: their jobs that this device has not acknowledged; after recovery all open ones.
    route(getJobs, async ({ identity, deviceId, query }) => {
      const open = await openJobIds(
        database,
        identity.fieldOperativeId,
        deviceId,
        query.recovery === "true",
      );
      const wanted = query.jobId?.toLowerCase();
      const ids = wanted === undefined ? open : open.filter((jobId) => jobId === wanted);
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
    route(office.assignJob, ({ params: { jobId }, body, request, reply }) =>
      changeVersioned({ jobId, request, reply }, (change) => assignJob(change, jobId, body)),
    ),
    // The office: give a job back to the engineer from whom it was moved.
    route(office.giveBackJob, ({ params: { jobId }, body, request, reply }) =>
      withClient(database, (client, orm) =>
        changeVersioned(
          { jobId, request, reply },
          (change) => giveBackJob(change, client, jobId, body),
          { orm },
        ),
      ),
    ),
    // The office: write a comment to the engineer who has a job.
    route(office.commentJob, ({ params: { jobId }, body, request }) =>
      makeChange(database, readAuditSource(request), (change) => commentJob(change, jobId, body)),
    ),
    // The office: change what a job says.
    route(office.changeJob, async ({ params: { jobId }, body, request, reply, identity }) => {
      if (!body.expected && readIfMatch(request) === null)
        return refuse("invalid", {
          issues: [{ path: "expected", message: "Needed without the header If-Match" }],
        });
      return changeVersioned({ jobId, request, reply }, (change) =>
        changeJob(change, identity.perms, jobId, body),
      );
    }),
    // The office: replace what other systems call a job.
    route(office.putExternalReferences, ({ params: { jobId }, body, request, reply }) =>
      changeVersioned({ jobId, request, reply }, (change) =>
        putExternalReferences(change, jobId, body.externalReferences),
      ),
    ),
    // The office: the alerts that jobs name by their codes.
    route(office.readAlertCodes, async () => ({
      alertCodes: [...(await readAlertCodes(database))],
    })),
    route(office.putAlertCodes, ({ body, request }) =>
      makeChange(database, readAuditSource(request), (change) => putAlertCodes(change, body)),
    ),
    // The office: jobs, newest appointment first.
    route(office.listJobs, ({ query }) => listJobs(database, query)),
    // The office: named views of that list.
    route(office.listJobViews, ({ identity }) => listJobViews(database, identity.id)),
    route(office.putJobView, ({ params, body, identity, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        putJobView(change, identity, params.viewId, body),
      ),
    ),
    route(office.deleteJobView, ({ params, identity, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        deleteJobView(change, identity, params.viewId),
      ),
    ),
    // The office: a job with everything the engineer recorded, and what is still missing.
    route(office.readJob, async ({ params: { jobId }, reply }) => {
      // The version first: a change in between then makes the caller read again.
      const version = await readJobVersion(database.orm, jobId);
      if (version !== null) sendVersion(reply, version);
      return (await readJob(database, jobId)) ?? refuse("not-found");
    }),
    // The office: cancel a job.
    route(office.cancelJob, ({ params: { jobId }, body, request, reply }) =>
      changeVersioned({ jobId, request, reply }, (change) => cancelJob(change, jobId, body)),
    ),
    // The office: request that the engineer's device removes a job.
    route(office.requestRemoval, ({ params: { jobId }, body, request, reply }) =>
      changeVersioned({ jobId, request, reply }, (change) => requestRemoval(change, jobId, body)),
    ),
  ];
}
