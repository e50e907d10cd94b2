import { defineCall } from "../call.ts";
import { id, isoDateTime, namedSchema, text, z } from "../schema.ts";

export const auditLimits = { address: 100 } as const;

const auditEntry = namedSchema(
  "AuditEntry",
  z.object({
    /** Grows with every entry. */
    sequence: z.int(),
    /** What was done, such as `device-locked`, `job-assigned` or `document-read`. */
    type: text(100),
    at: isoDateTime,
    /** Who did it; null: nobody was signed in, or the server did it by itself. */
    actor: z.nullable(z.object({ accountId: id, name: text(200) })),
    /** What was changed. */
    object: z.object({ type: text(50), id: text(200) }),
    /** The engineer whom it is about. */
    fieldOperativeId: z.nullable(id),
    /** The network address of the request. */
    address: z.nullable(text(auditLimits.address)),
    /** The device that sent the request. */
    deviceId: z.nullable(id),
    before: z.unknown(),
    after: z.unknown(),
  }),
);

const auditFilters = {
  /** The account that did it; `server`: the server did it by itself, or nobody was signed in. */
  actor: z.optional(z.union([z.literal("server"), id])),
  /** What was done, such as `job-assigned`. */
  action: z.optional(text(100)),
  /** The id of what was changed or read, or of the engineer whom it is about. */
  subject: z.optional(text(200)),
  /** From this moment on. */
  from: z.optional(isoDateTime),
  /** Before this moment. */
  until: z.optional(isoDateTime),
};

export const listAudit = defineCall({
  name: "listAudit",
  method: "GET",
  path: "/api/office/audit",
  audience: "office",
  permission: "Unspecified.ViewAudit",
  summary:
    "Who changed or read what, when and from where, in the order of the sequence numbers or in the opposite one",
  query: z.object({
    /** Absent: `oldest`. */
    order: z.optional(z.enum(["oldest", "newest"])),
    /** `next` of the answer before, in the same order; absent: from the first one in that order. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
    ...auditFilters,
  }),
  response: z.object({
    events: z.array(auditEntry),
    /** Ask with this as `after` for what follows in this order. */
    next: z.int(),
  }),
});

/** Answers CSV as RFC 4180 says. */
export const exportAudit = defineCall({
  name: "exportAudit",
  method: "GET",
  path: "/api/office/audit/export",
  audience: "office",
  permission: "Unspecified.ViewAudit",
  summary: "The same entries as a CSV file, oldest first",
  query: z.object(auditFilters),
  response: z.unknown(),
});
