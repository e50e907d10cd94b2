import { downloadAbsenceDocument, getAbsences, listAbsenceDocuments } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
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
import { listDocumentsFor, findDocumentFor, readAbsences } from "./store.ts";

/** A PDF of a few megabytes in base64. */
const documentBytes = 6_500_000;

/** Asking for an absence and cancelling one are queued messages. */
export function absenceRoutes({ database, objects, config }: Server): Route[] {
  return [
    // An engineer: own absences by holiday year.
    route(getAbsences, ({ identity }) =>
      readAbsences(database, identity.fieldOperativeId, config.now()),
    ),
    // An engineer: papers for everybody, and the own ones.
    route(listAbsenceDocuments, async ({ identity }) => {
      const rows = await listDocumentsFor(database, identity.fieldOperativeId);
      return rows.map(({ documentId, name, bytes, addedOn }) => ({
        documentId,
        name,
        bytes,
        addedOn: addedOn.toISOString(),
      }));
    }),
    // An engineer: one of these papers.
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
    // The office: who is away, and who asks to be.
    route(office.listAbsences, ({ query }) => listAbsences(database, query)),
    // The office: approve or reject.
    route(office.decideAbsence, ({ params, body }) => decideAbsence(database, params.id, body)),
    // The office: let an approved one be cancelled, or not.
    route(office.decideAbsenceCancel, ({ params, body }) =>
      decideAbsenceCancel(database, params.id, body),
    ),
    // The office: a year with its bank holidays.
    route(office.putHolidayYear, ({ params, body }) =>
      putHolidayYear(database, Number(params.id), body),
    ),
    // The office: a paper about absences.
    route(office.addAbsenceDocument, ({ body }) => addAbsenceDocument(database, objects, body), {
      bodyLimit: documentBytes,
    }),
    route(office.removeAbsenceDocument, ({ params }) =>
      removeAbsenceDocument(database, params.documentId),
    ),
  ];
}
