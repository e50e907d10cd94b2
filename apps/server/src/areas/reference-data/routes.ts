import { header, requestLimits, sync } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { FastifyRequest } from "fastify";
import { type AuditSource, type Change, makeChange } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { putRows, readRows } from "../../database/data-sets.ts";
import { putForms } from "../../forms/put-forms.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import {
  beginApply,
  beginCheck,
  beginUndo,
  discardImport,
  exportBadLines,
  findImport,
  groupLines,
  listImports,
  listLines,
  previewImport,
  uploadImport,
} from "./imports/store-import.ts";
import { exportRows, listChoices, listRows, listTables, readRow } from "./list-rows.ts";
import { addRow, changeRow, withdrawRow } from "./row-changes.ts";
import { sendGzip } from "./send-gzip.ts";
import { createSyncAnswers } from "./sync-answers.ts";

/** The maximum size of a request with a whole data set. */
const dataSetBytes = 64_000_000;

/** A file of an import in base64, with the rest of the request. */
const importBytes = Math.ceil(office.maxCsvBytes / 3) * 4 + 10_000;

/** The routes of reference data. `importBegan` is called when a step of an import waits. */
export function referenceDataRoutes(
  { database, config, metrics }: Server,
  importBegan: () => void,
): Route[] {
  const answers = createSyncAnswers(database, config);
  return [
    // An engineer on a device: the rows that changed since the dates sent, compressed in advance.
    route(sync, async ({ identity, body, request, reply }) => {
      const answer = await answers.answer(identity.fieldOperativeId, body);
      reply.header(header.syncSize, String(answer.size));
      metrics.countSyncBytes(answer.bytes.byteLength);
      await sendGzip(request, reply, answer);
      return responseSent;
    }),
    // The office: put rows into a data set, and delete rows by id: all or nothing.
    route(
      office.putData,
      async ({ params, body, request }) => {
        const { rows, deletedIds } = body;
        const source = readAuditSource(request);
        const put =
          params.type === "CustomForm"
            ? await putForms(database, rows, deletedIds, source)
            : await putRows(database, params.type, rows, deletedIds, source);
        return put.ok ? { type: params.type, ...put.value } : refuse("invalid", put);
      },
      { bodyLimit: dataSetBytes, jsonDepth: requestLimits.dataSetDepth },
    ),
    // The office: the rows of a data set.
    route(office.readData, async ({ params }) => {
      const { date, rows } = await readRows(database, params.type);
      return { type: params.type, date, rows: rows.map((row) => ({ ...row })) };
    }),
    ...rowRoutes(database),
    ...importRoutes(database, importBegan),
  ];
}

/** The office's own screens: rows of all tables, one by one. */
function rowRoutes(database: Database): Route[] {
  return [
    // The office: the tables with the number of their rows.
    route(office.listReferenceTables, () => listTables(database)),
    // The office: browse a table, and what its columns may refer to.
    route(office.listReferenceRows, ({ params, query }) => listRows(database, params.table, query)),
    route(office.listReferenceChoices, ({ params, query }) =>
      listChoices(database, params.table, query),
    ),
    route(office.readReferenceRow, ({ params }) =>
      readRow(database, params.table, Number(params.rowId)),
    ),
    // The office: a table as a file.
    route(office.exportReferenceRows, async ({ params, query, reply }) => {
      const bytes = await exportRows(database, params.table, query.search);
      return sendFile(reply, { bytes, contentType: csvType, name: `${params.table}.csv` });
    }),
    // The office: add, change and withdraw a row.
    route(office.addReferenceRow, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        addRow(change, params.table, body.values),
      ),
    ),
    route(office.changeReferenceRow, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        changeRow(change, params.table, Number(params.rowId), body),
      ),
    ),
    route(office.withdrawReferenceRow, ({ params, query, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        withdrawRow(change, params.table, Number(params.rowId), query.version),
      ),
    ),
  ];
}

const csvType = "text/csv; charset=utf-8";

/** Imports of files into these tables. */
function importRoutes(database: Database, importBegan: () => void): Route[] {
  const begin = async (
    request: FastifyRequest,
    work: (change: Change, source: AuditSource) => Promise<office.ReferenceImport | Refusal>,
  ) => {
    const source = readAuditSource(request);
    const begun = await makeChange(database, source, (change) => work(change, source));
    if (!isRefusal(begun)) importBegan();
    return begun;
  };
  return [
    // The office: upload a file, look at it and begin its check.
    route(
      office.uploadReferenceImport,
      ({ body, identity, request }) =>
        makeChange(database, readAuditSource(request), (change) =>
          uploadImport(change, body, identity.name),
        ),
      { bodyLimit: importBytes },
    ),
    route(office.previewReferenceImport, ({ params, query }) =>
      previewImport(database, params.importId, query),
    ),
    route(office.checkReferenceImport, ({ params, body, request }) =>
      begin(request, (change, source) => beginCheck(change, params.importId, body, source)),
    ),
    // The office: what the check found.
    route(
      office.readReferenceImport,
      async ({ params }) =>
        (await findImport(database.orm, params.importId)) ?? refuse("not-found"),
    ),
    route(office.groupImportLines, ({ params }) => groupLines(database, params.importId)),
    route(office.listImportLines, ({ params, query }) =>
      listLines(database, params.importId, query),
    ),
    route(office.exportBadLines, async ({ params, reply }) => {
      const file = await exportBadLines(database, params.importId);
      if (isRefusal(file)) return file;
      return sendFile(reply, {
        bytes: file.bytes,
        contentType: csvType,
        name: `bad-lines-of-${file.fileName.replace(/\.\w+$/, "")}.csv`,
      });
    }),
    // The office: apply the good lines, undo an import, or discard it.
    route(office.applyReferenceImport, ({ params, request }) =>
      begin(request, (change, source) => beginApply(change, params.importId, source)),
    ),
    route(office.undoReferenceImport, ({ params, body, request }) =>
      begin(request, (change, source) =>
        beginUndo(change, params.importId, body.leaveChanged, source),
      ),
    ),
    route(office.discardReferenceImport, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        discardImport(change, params.importId),
      ),
    ),
    // The office: who imported what.
    route(office.listReferenceImports, ({ query }) => listImports(database, query)),
  ];
}
