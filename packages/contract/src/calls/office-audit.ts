import { defineCall } from "../call.ts";
import { id, isoDateTime, namedSchema, text, z } from "../schema.ts";

const auditEntry = namedSchema(
  "AuditEntry",
  z.object({
    /** Grows with every entry. */
    sequence: z.int(),
    /** What was done, such as `device-locked` or `pin-changed`. */
    type: text(100),
    at: isoDateTime,
    /** Who did it; null: nobody was signed in, or the server did it by itself. */
    actor: z.nullable(z.object({ accountId: id, name: text(200) })),
    /** What was changed. */
    object: z.object({ type: text(50), id: text(200) }),
    /** The engineer whom it is about. */
    fieldOperativeId: z.nullable(id),
    /** The network address of the request. */
    address: z.nullable(text(100)),
    /** The device that sent the request. */
    deviceId: z.nullable(id),
    before: z.unknown(),
    after: z.unknown(),
  }),
);

export const listAudit = defineCall({
  name: "listAudit",
  method: "GET",
  path: "/api/office/audit",
  audience: "office",
  permission: "Unspecified.ViewAudit",
  summary: "Who changed what, when and from where, oldest first, after a sequence number",
  query: z.object({
    /** `next` of the answer before; absent: from the beginning. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  }),
  response: z.object({
    events: z.array(auditEntry),
    /** Ask with this as `after` for what comes later. */
    next: z.int(),
  }),
});
