import { requestLimits } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { findDocument } from "../../documents/documents.ts";
import type { Filing } from "../../documents/filing.ts";
import { putForms } from "../../forms/put-forms.ts";
import { sendFile } from "../../http/files.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { putRows, readRows } from "../../database/data-sets.ts";
import { putBusiness, readBusiness } from "../business/store.ts";
import { assignJob } from "../jobs/assign.ts";
import { listCommands, queueCommand, requestRemoval } from "../commands/office.ts";
import { createJob } from "../jobs/create-job.ts";
import { listAlarms, listDevices, setLocked } from "../devices/office.ts";
import { readImage } from "../documents/images.ts";
import { listOperatives, putOperative, requestSignature } from "../operatives/office.ts";
import { listJobs, readJob } from "../jobs/read-jobs.ts";

/** A whole data set in one request. */
const dataSetBytes = 64_000_000;

/** Every route is the office's alone: the contract says so of each call. Signing in is with the other sign-ins. */
export function officeRoutes({ database, objects }: Server, filing: Filing): Route[] {
  return [
    // The field engineers.
    route(office.listOperatives, () => listOperatives(database)),
    // Add an engineer with an account, or change one.
    route(office.putOperative, ({ params, body }) =>
      putOperative(database, params.fieldOperativeId, body),
    ),
    // Who the business is, as papers name it.
    route(office.readBusiness, () => readBusiness(database)),
    route(office.putBusiness, ({ body }) => putBusiness(database, body)),
    // Raise a job, and assign it if an engineer is named.
    route(office.createJob, ({ body }) => createJob(database, body)),
    // Give a job to an engineer, or to another one.
    route(office.assignJob, ({ params, body }) => assignJob(database, params.jobId, body)),
    // Jobs, newest appointment first.
    route(office.listJobs, ({ query }) => listJobs(database, query)),
    // A job with all that came from the field, and what is still missing.
    route(
      office.readJob,
      async ({ params }) => (await readJob(database, params.jobId)) ?? refuse("not-found"),
    ),
    // A picture as it was received.
    route(office.readImage, async ({ params, reply }) => {
      const image = await readImage(database, objects, params.imageId);
      if (isRefusal(image)) return image;
      reply
        .type(image.contentType)
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("Content-Disposition", `inline; filename="${image.name}"`)
        .send(image.bytes);
      return responseSent;
    }),
    // A paper of a job.
    route(office.readDocument, async ({ params, reply }) => {
      const document = await findDocument(database, params.documentId);
      if (!document) return refuse("not-found");
      const bytes = await filing.read(document);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.name}.pdf`,
      });
    }),
    // Ask the holder's device to give a job up.
    route(office.requestRemoval, ({ params, body }) =>
      requestRemoval(database, params.jobId, body.force),
    ),
    // Devices with their last contact.
    route(office.listDevices, () => listDevices(database)),
    // What somebody must look at: lost work, reused tokens, changed messages.
    route(office.listAlarms, ({ query }) => listAlarms(database, query)),
    // Lock a device, and let it work again.
    route(office.lockDevice, ({ params }) => setLocked(database, params.deviceId, true)),
    route(office.unlockDevice, ({ params }) => setLocked(database, params.deviceId, false)),
    // Queue any command, known to this build or not.
    route(office.queueCommand, ({ body }) => queueCommand(database, body)),
    // Commands with what became of them.
    route(office.listCommands, ({ query }) => listCommands(database, query.fieldOperativeId)),
    // Put rows into a data set, and delete by id: all or nothing.
    route(
      office.putData,
      async ({ params, body }) => {
        const { rows, deletedIds } = body;
        const put =
          params.type === "CustomForm"
            ? await putForms(database, rows, deletedIds)
            : await putRows(database, params.type, rows, deletedIds);
        return put.ok ? { type: params.type, ...put.value } : refuse("invalid", put);
      },
      { bodyLimit: dataSetBytes, jsonDepth: requestLimits.dataSetDepth },
    ),
    // The rows of a data set.
    route(office.readData, async ({ params }) => {
      const { date, rows } = await readRows(database, params.type);
      return { type: params.type, date, rows: rows.map((row) => ({ ...row })) };
    }),
    // Ask an engineer for another signature at the next sign-in.
    route(office.requestSignature, ({ params }) =>
      requestSignature(database, params.fieldOperativeId),
    ),
  ];
}
