import {
  exportChunk,
  exportComplete,
  exportLimits,
  exportProgress,
  exportTable,
} from "@fieldfare/contract";
import { downloadExport, listExports } from "@fieldfare/contract/office";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readPiece } from "./piece.ts";
import * as store from "./store.ts";

/** The bytes of a piece, plus the headers of the form parts and two short fields. */
const chunkBodyBytes = exportLimits.pieceBytes + 65_536;

/** The routes of exports that phones upload. */
export function deviceExportRoutes({ database }: Server): Route[] {
  return [
    // An engineer's device: store the rows of one of its tables for the office.
    route(exportTable, async ({ identity, deviceId, body }) => {
      await store.storeTable(database, { ...identity, deviceId }, body);
      return ok;
    }),
    // An engineer's device: store one piece of an export; a repeat is harmless.
    route(
      exportChunk,
      async ({ identity, deviceId, request }) => {
        const piece = await readPiece(request);
        if (isRefusal(piece)) return piece;
        return (await store.storePiece(database, { ...identity, deviceId }, piece)) ?? ok;
      },
      { bodyLimit: chunkBodyBytes, readsBody: true, consumes: ["multipart/form-data"] },
    ),
    // An engineer's device that was interrupted: the pieces that the server already has.
    route(
      exportProgress,
      async ({ identity, deviceId, params }) =>
        (await store.readProgress(database, { ...identity, deviceId }, params.batchId)) ??
        refuse("not-found"),
    ),
    // An engineer's device that has sent all pieces: check that the export is complete and has the stated hash.
    route(exportComplete, ({ identity, deviceId, body }) =>
      store.completeExport(database, { ...identity, deviceId }, body),
    ),
  ];
}

/** Returns the office's calls. */
export function officeExportRoutes({ database, readLog }: Server): Route[] {
  return [
    // The office: the databases that devices have exported.
    route(listExports, ({ query }) => store.listExports(database, query)),
    // The office: the file of one export.
    route(downloadExport, async ({ params, request, reply }) => {
      const found = await store.findCompleteExport(database, params.batchId);
      if (!found) return refuse("not-found");
      const { code, fieldOperativeId } = found;
      await readLog.record({
        action: "export-read",
        source: readAuditSource(request),
        objectType: "export",
        objectId: params.batchId,
        fieldOperativeId,
        after: { code },
      });
      return sendFile(reply, {
        bytes: store.streamExport(database, params.batchId),
        length: found.bytes,
        contentType: "application/gzip",
        name: `fieldfare-${code}.jsonl.gz`,
      });
    }),
  ];
}
