import { downloadAttachment } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { visitLimits } from "@fieldfare/contract/office";
import type { attachment } from "../../database/schema.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { sendFile } from "../../http/files.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { readObject } from "../../objects/objects.ts";
import { findAttachment, findAttachmentFor, uploadAttachment } from "./store.ts";

/** Base64 has four characters for three bytes. */
const uploadBytes = Math.ceil(visitLimits.attachmentBytes / 3) * 4 + 8_192;

/** The route by which phones fetch what is to be read before a visit. */
export function attachmentRoutes({ database, objects, readLog }: Server): Route[] {
  return [
    // An engineer: a document or photo of a job that the engineer has.
    route(downloadAttachment, async ({ identity, params, request, reply }) => {
      const found = await findAttachmentFor(database, params, identity.fieldOperativeId);
      if (!found) return refuse("not-found");
      await readLog.record({
        action: "attachment-read",
        source: readAuditSource(request),
        objectType: "attachment",
        objectId: params.attachmentId,
        fieldOperativeId: identity.fieldOperativeId,
        after: { jobId: params.jobId },
      });
      return sendFile(reply, await readFile(objects, found));
    }),
  ];
}

/** The office's routes of what is to be read before a visit. */
export function officeAttachmentRoutes({ database, objects, readLog }: Server): Route[] {
  return [
    // The office: upload a document or photo, for jobs to name.
    route(
      office.uploadAttachment,
      ({ body, request }) => uploadAttachment(database, objects, readAuditSource(request), body),
      { bodyLimit: uploadBytes },
    ),
    // The office: read it.
    route(office.readAttachment, async ({ params: { attachmentId }, request, reply }) => {
      const found = await findAttachment(database, attachmentId);
      if (!found) return refuse("not-found");
      await readLog.record({
        action: "attachment-read",
        source: readAuditSource(request),
        objectType: "attachment",
        objectId: attachmentId,
      });
      return sendFile(reply, await readFile(objects, found));
    }),
  ];
}

const extensions = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" } as const;

async function readFile(
  objects: Server["objects"],
  { attachmentId, name, contentType, sha256 }: typeof attachment.$inferSelect,
) {
  const bytes = await readObject(objects, sha256, `attachment ${attachmentId}`);
  return { bytes, contentType, name: `${name}.${extensions[contentType]}` };
}
