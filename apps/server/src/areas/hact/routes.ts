import * as office from "@fieldfare/contract/office";
import type { FastifyRequest } from "fastify";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readEntry } from "../documents/read-entry.ts";
import { putCodes, readCodes } from "./codes.ts";
import { listMessages, sendAgain } from "./list-messages.ts";
import { buildCompletion, buildUpdates, findWorkOrder, type HactParts } from "./read-work-order.ts";
import { readRepairContext, receiveRaiseRepair, receiveScheduleRepair } from "./receive.ts";

/** The routes of HACT messages, and of the tables with which they are read and written. */
export function hactRoutes(server: Server, onChange: () => void): Route[] {
  const { database, readLog } = server;
  const parts = readHactParts(server);
  /** Records the photos that an answer contains, as if each was read by itself. */
  const recordPhotos = async (
    request: FastifyRequest,
    jobId: string,
    updates: readonly office.JobStatusUpdateMessage[],
  ) => {
    const photos = updates
      .flatMap(({ Evidence = [] }) => Evidence)
      .filter(({ EmbeddedFileBinaryObject }) => EmbeddedFileBinaryObject !== undefined);
    const imageIds = new Set(photos.flatMap(({ Reference }) => Reference.map(({ ID }) => ID)));
    await Promise.all(
      [...imageIds].map((imageId) => readLog.record(readEntry("image", imageId, jobId, request))),
    );
  };
  return [
    // A housing system: raise a repair.
    route(office.raiseRepair, async ({ body, request, identity }) => {
      const received = { ...(await readRepairContext(database)), permissions: identity.perms };
      return makeChange(database, readAuditSource(request), (change) =>
        receiveRaiseRepair(change, body, received),
      );
    }),
    // A housing system: raise a repair with its appointment, or change that of one that is known.
    route(office.scheduleRepair, async ({ body, request, identity }) => {
      const received = { ...(await readRepairContext(database)), permissions: identity.perms };
      const answer = await makeChange(database, readAuditSource(request), (change) =>
        receiveScheduleRepair(change, body, received),
      );
      onChange();
      return answer;
    }),
    // A housing system: the completion of a work order.
    route(office.readWorkOrderComplete, async ({ params, request }) => {
      const order = await findWorkOrder(database, params.reference);
      if (!order) return refuse("not-found", { detail: "No work order has this reference" });
      const completion = await buildCompletion(parts, order, await readCodes(database));
      if (!completion) return refuse("not-found", { detail: "The work order is not complete yet" });
      await recordPhotos(request, order.jobId, completion.JobStatusUpdates);
      return completion;
    }),
    // A housing system: what happened in a work order.
    route(office.listJobStatusUpdates, async ({ params, request }) => {
      const order = await findWorkOrder(database, params.reference);
      if (!order) return refuse("not-found", { detail: "No work order has this reference" });
      const updates = await buildUpdates(parts, order, await readCodes(database));
      await recordPhotos(request, order.jobId, updates);
      return updates;
    }),
    // The office: the tables of codes.
    route(office.readHactCodes, () => readCodes(database)),
    route(office.putHactCodes, ({ body, request }) =>
      makeChange(database, readAuditSource(request), (change) => putCodes(change, body)),
    ),
    // The office: what was sent, waits or failed.
    route(office.listHactMessages, ({ query }) => listMessages(database, query)),
    // The office: send a message again.
    route(office.repeatHactMessage, async ({ params, request }) => {
      const answer = await makeChange(database, readAuditSource(request), (change) =>
        sendAgain(change, params.messageId),
      );
      onChange();
      return answer;
    }),
  ];
}

/** What the messages about work orders are built with. */
export function readHactParts({ database, objects, publicUrl, config }: Server): HactParts {
  return { database, objects, publicUrl, embedsEvidence: config.hactEvidence === "embedded" };
}
