import * as office from "@fieldfare/contract/office";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { isRefusal, refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readFileBytes, readForm } from "../../http/uploads.ts";
import { listChanged } from "./list-changed.ts";
import {
  beginApply,
  discardImport,
  exportRefused,
  findImport,
  listImports,
  listRefused,
  toAnswer,
} from "./store.ts";
import { uploadPropertyImport } from "./upload.ts";

/** The headings of the form parts. */
const formBytes = 65_536;

/** The office's routes of imports of homes. `onTask` is called once a step was added. */
export function propertyImportRoutes(server: Server, onTask: () => void): Route[] {
  const { database, config } = server;
  const maxBytes = config.propertyImportMegabytes * 1_000_000 + formBytes;
  return [
    // The office: upload a file, and begin to check or to apply it.
    route(
      office.uploadPropertyImport,
      async ({ query, request }) => {
        if (!request.isMultipart()) return refuseNoFile();
        const file = await readForm(() => request.file({ limits: { fileSize: maxBytes } }));
        if (!file) return refuseNoFile();
        if (file.filename.includes("\0"))
          return refuseFile("The file name has a character that cannot be stored. Rename the file");
        const answer = await uploadPropertyImport(
          server,
          { fileName: file.filename.slice(-255).toWellFormed(), content: readFileBytes(file.file) },
          {
            importId: query.importId,
            isApplied: query.apply === "yes",
            source: readAuditSource(request),
          },
        );
        // What is left of a refused file is not read.
        file.file.destroy();
        if (!isRefusal(answer)) onTask();
        return answer;
      },
      { bodyLimit: maxBytes, readsBody: true, consumes: ["multipart/form-data"] },
    ),
    // The office: imports, the latest first.
    route(office.listPropertyImports, ({ query }) => listImports(database, query)),
    // The office: how far an import is.
    route(office.readPropertyImport, async ({ params: { importId } }) => {
      const found = await findImport(database.orm, importId);
      return found ? toAnswer(found) : refuse("not-found");
    }),
    // The office: the lines that an import leaves out.
    route(office.listRefusedLines, ({ params: { importId }, query }) =>
      listRefused(database, importId, query),
    ),
    // The office: what the lines of a checked file would change.
    route(office.listChangedLines, ({ params: { importId }, query }) =>
      listChanged(server, importId, query),
    ),
    // The office: the same as a file.
    route(office.exportRefusedLines, async ({ params: { importId }, reply }) => {
      const report = await exportRefused(database, importId);
      if (isRefusal(report)) return report;
      const name = `${report.fileName.replace(/\.[a-z]+$/i, "")} refused lines.csv`;
      return sendFile(reply, { bytes: report.bytes, contentType: "text/csv; charset=utf-8", name });
    }),
    // The office: apply a checked import.
    route(office.applyPropertyImport, async ({ params: { importId }, request }) => {
      const source = readAuditSource(request);
      const answer = await makeChange(database, source, (change) =>
        beginApply(change, importId, source),
      );
      if (!isRefusal(answer)) onTask();
      return answer;
    }),
    // The office: discard an import that was not applied.
    route(office.discardPropertyImport, ({ params: { importId }, request }) =>
      makeChange(database, readAuditSource(request), (change) => discardImport(change, importId)),
    ),
  ];
}

function refuseNoFile() {
  return refuseFile("Send multipart/form-data with the file as its part `file`");
}

function refuseFile(message: string) {
  return refuse("invalid", { issues: [{ path: "file", message }] });
}
