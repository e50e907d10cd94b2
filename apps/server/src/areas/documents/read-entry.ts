import type { FastifyRequest } from "fastify";
import type { NewAuditEntry } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";

/** Describes for the audit that the caller of a request read an image or a document of a job. */
export function readEntry(
  objectType: "image" | "document",
  objectId: string,
  jobId: string,
  request: FastifyRequest,
): NewAuditEntry {
  return {
    action: `${objectType}-read`,
    source: readAuditSource(request),
    objectType,
    objectId,
    fieldOperativeId: request.identity?.fieldOperativeId ?? null,
    after: { jobId },
  };
}
