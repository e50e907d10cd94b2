import { downloadAbsenceDocument, getAbsences, listAbsenceDocuments } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { londonDay } from "@fieldfare/domain";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readObject } from "../../objects/objects.ts";
import {
  addAbsenceDocument,
  decideAbsence,
  decideAbsenceCancel,
  listAbsences,
  putHolidayYear,
  removeAbsenceDocument,
} from "./office.ts";
import { readAbsenceCalendar } from "./calendar.ts";
import { listDocumentsFor, findDocumentFor, readAbsences } from "./store.ts";

/** A PDF of a few megabytes in base64. */
const documentBytes = 6_500_000;

/** An engineer requests and cancels absences by queued messages, not by these calls. */
export function absenceRoutes({ database, objects, config }: Server): Route[] {
  return [
    // An engineer: their own absences by holiday year.
    route(getAbsences, ({ identity }) =>
      readAbsences(database, identity.fieldOperativeId, config.now()),
    ),
    // An engineer: the documents for everybody, and their own.
    route(listAbsenceDocuments, async ({ identity }) => {
      const rows = await listDocumentsFor(database, identity.fieldOperativeId);
      return rows.map(({ documentId, name, bytes, addedOn }) => ({
        documentId,
        name,
        bytes,
        addedOn: addedOn.toISOString(),
      }));
    }),
    // An engineer: one of these documents.
    route(downloadAbsenceDocument, async ({ identity, params, reply }) => {
      const document = await findDocumentFor(
        database,
        params.documentId,
        identity.fieldOperativeId,
      );
      if (!document) return refuse("not-found");
      const bytes = await readObject(objects, document.sha256, document.name);
      return sendFile(reply, {
        bytes,
        contentType: "application/pdf",
        name: `${document.name}.pdf`,
      });
    }),
    // The office: absences, and requests for absences.
    route(office.listAbsences, ({ query }) => listAbsences(database, query)),
    // The office: the absences of a month, and what waits for a decision.
    route(office.readAbsenceCalendar, ({ query }) => {
      const today = londonDay(config.now());
      return readAbsenceCalendar(database, query.month ?? today.slice(0, 7), today);
    }),
    // The office: approve or reject a request.
    route(office.decideAbsence, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        decideAbsence(change, params.id, body),
      ),
    ),
    // The office: approve or reject the cancellation of an approved absence.
    route(office.decideAbsenceCancel, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        decideAbsenceCancel(change, params.id, body),
      ),
    ),
    // The office: set up a holiday year with its bank holidays.
    route(office.putHolidayYear, ({ params, body, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        putHolidayYear(change, Number(params.id), body),
      ),
    ),
    // The office: add and remove documents about absences.
    route(
      office.addAbsenceDocument,
      ({ body, request }) => addAbsenceDocument(database, objects, readAuditSource(request), body),
      { bodyLimit: documentBytes },
    ),
    route(office.removeAbsenceDocument, ({ params, request }) =>
      makeChange(database, readAuditSource(request), (change) =>
        removeAbsenceDocument(change, params.documentId),
      ),
    ),
  ];
}
