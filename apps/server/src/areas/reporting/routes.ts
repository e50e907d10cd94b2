import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { addExport, listExports, readManifest, streamObjects } from "./exports/read-exports.ts";

/** The routes of exports of the reporting views. `onStart`: one waits. */
export function reportingRoutes(server: Server, onStart: () => void): Route[] {
  const { database, objects, config, readLog } = server;
  return [
    // A warehouse: the exports, and what is in one.
    route(office.listReportingExports, ({ query }) => listExports(database, query)),
    route(office.readReportingManifest, async ({ params }) => {
      const manifest = await readManifest(database, params.exportId);
      return manifest ?? refuse("not-found");
    }),
    // A warehouse: a file of an export.
    route(office.downloadReportingFile, async ({ params, request, reply }) => {
      const manifest = await readManifest(database, params.exportId);
      const file = manifest?.files.find((each) => each.file === params.file);
      if (!manifest || !file) return refuse("not-found");
      await readLog.record({
        action: "reporting-file-read",
        source: readAuditSource(request),
        objectType: "reporting-export",
        objectId: manifest.exportId,
        after: { view: file.view },
      });
      return sendFile(reply, {
        bytes: streamObjects(objects, file.objects),
        length: file.bytes,
        contentType: "application/gzip",
        name: `${manifest.day}-${file.file}`,
      });
    }),
    // The office: start an export now.
    route(office.startReportingExport, async ({ identity, request }) => {
      const started = await makeChange(database, readAuditSource(request), (change) =>
        addExport(change, identity.name, config.now()),
      );
      onStart();
      return started;
    }),
  ];
}
