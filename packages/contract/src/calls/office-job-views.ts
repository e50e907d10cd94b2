import { defineCall } from "../call.ts";
import { acknowledged, id, namedSchema, text, z } from "../schema.ts";

/** How many views one account may have. */
export const maxJobViews = 50;

const name = text(100).check(z.minLength(1));
/** The search part of the list's address, such as `status=New&order=oldest`. */
const search = text(2000);
const version = z.int32().check(z.minimum(1));

const jobView = namedSchema(
  "JobView",
  z.object({
    viewId: id,
    name,
    search,
    /** True: everybody who may list jobs has it. */
    isShared: z.boolean(),
    /** It belongs to the caller. */
    isOwn: z.boolean(),
    ownerName: text(200),
    version,
  }),
);
export type JobView = z.output<typeof jobView>;

const access = { audience: "office", permission: "Job.ViewList" } as const;
const params = z.object({ viewId: id });

export const listJobViews = defineCall({
  name: "listJobViews",
  method: "GET",
  path: "/api/office/job-views",
  ...access,
  summary: "The named views of the list of jobs: those of the caller and those that are shared",
  response: z.array(jobView),
});

export const putJobView = defineCall({
  name: "putJobView",
  method: "PUT",
  path: "/api/office/job-views/:viewId",
  ...access,
  summary:
    "Save a named view of the list of jobs, or change one. A name that another view of the same owner has, in any case, is refused. Sharing it, and changing a shared one, needs the permission `Job.Administrate`",
  params,
  body: z.object({
    name,
    search,
    isShared: z.boolean(),
    /** The `version` of the view as the caller read it; null: it is new. */
    version: z.nullable(version),
  }),
  response: jobView,
});

export const deleteJobView = defineCall({
  name: "deleteJobView",
  method: "DELETE",
  path: "/api/office/job-views/:viewId",
  ...access,
  summary:
    "Delete a named view of the list of jobs. A shared one needs the permission `Job.Administrate`",
  params,
  response: acknowledged,
});
