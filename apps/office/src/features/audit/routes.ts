import { z } from "@fieldfare/contract";
import { listAudit } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The filters are in the address, so that it can be kept and sent. */
export const parseAuditSearch = parseValues({
  /** The id of an account, or `server`. */
  actor: z.union([z.literal("server"), z.guid()]),
  action: z.string().check(z.maxLength(100)),
  subject: z.string().check(z.maxLength(200)),
  /** The first and the last day in London. */
  from: z.iso.date(),
  to: z.iso.date(),
});

export type AuditSearch = ReturnType<typeof parseAuditSearch>;

/** Changes of the search part; undefined removes a value. */
export type AuditSearchChange = {
  readonly [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined;
};

export const routes = [
  createRoute({
    ...screen("/audit", listAudit, () => import("./audit-screen.tsx").then((m) => m.AuditScreen)),
    validateSearch: parseAuditSearch,
  }),
];
