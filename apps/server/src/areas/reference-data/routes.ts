import { header, requestLimits, sync } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { putRows, readRows } from "../../database/data-sets.ts";
import { putForms } from "../../forms/put-forms.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refuse } from "../../http/problem.ts";
import { responseSent, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { sendGzip } from "./send-gzip.ts";
import { createSyncAnswers } from "./sync-answers.ts";

/** The maximum size of a request with a whole data set. */
const dataSetBytes = 64_000_000;

/** The routes of reference data. */
export function referenceDataRoutes({ database, config, metrics }: Server): Route[] {
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
  ];
}
