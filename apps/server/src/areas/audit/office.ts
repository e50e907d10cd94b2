import { Readable } from "node:stream";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { type AuditFilter, readAuditEntries } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { csvLine } from "../../http/csv.ts";

const defaultLimit = 100;
/** The number of entries of an export that are in memory at a time. */
const exportedAtOnce = 1_000;

type AuditEvent = CallAnswer<typeof office.listAudit>["events"][number];
type AuditRow = Awaited<ReturnType<typeof readAuditEntries>>[number];

/** A page of audit entries, in the order in which they were written or in the opposite one. */
export async function listAudit(
  { orm }: Database,
  { order, after, limit, ...filters }: CallQuery<typeof office.listAudit>,
): Promise<CallAnswer<typeof office.listAudit>> {
  const max = limit === undefined ? defaultLimit : Number(limit);
  const rows = await readAuditEntries(orm, toFilter(filters), {
    order,
    after: after === undefined ? null : Number(after),
    max,
  });
  return {
    events: rows.map(toEvent),
    next: rows.at(-1)?.sequence ?? Number(after ?? 0),
  };
}

/** Streams the entries as CSV, so that no export is too large for the memory. */
export function exportAudit(
  database: Database,
  filters: CallQuery<typeof office.exportAudit>,
): Readable {
  return Readable.from(writeLines(database, toFilter(filters)));
}

async function* writeLines({ orm }: Database, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  let after = 0;
  for (;;) {
    const rows = await readAuditEntries(orm, filter, { after, max: exportedAtOnce });
    const lines = rows.map(toEvent).map((event) => csvLine(columns.map(([, read]) => read(event))));
    if (lines.length > 0) yield lines.join("");
    const last = rows.at(-1);
    if (!last || rows.length < exportedAtOnce) return;
    after = last.sequence;
  }
}

const toText = (value: unknown) => (value === null ? null : JSON.stringify(value));

const columns: readonly [string, (event: AuditEvent) => string | number | null][] = [
  ["sequence", ({ sequence }) => sequence],
  ["at", ({ at }) => at],
  ["type", ({ type }) => type],
  ["actorId", ({ actor }) => actor?.accountId ?? null],
  ["actorName", ({ actor }) => actor?.name ?? null],
  ["objectType", ({ object }) => object.type],
  ["objectId", ({ object }) => object.id],
  ["fieldOperativeId", ({ fieldOperativeId }) => fieldOperativeId],
  ["address", ({ address }) => address],
  ["deviceId", ({ deviceId }) => deviceId],
  ["before", ({ before }) => toText(before)],
  ["after", ({ after }) => toText(after)],
];

function toFilter({
  actor,
  action,
  subject,
  from,
  until,
}: CallQuery<typeof office.exportAudit>): AuditFilter {
  return {
    actor,
    action,
    subject,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  };
}

function toEvent({
  sequence,
  action,
  occurredOn,
  actorId,
  actorName,
  ...row
}: AuditRow): AuditEvent {
  return {
    sequence,
    type: action,
    at: occurredOn.toISOString(),
    actor: actorId === null ? null : { accountId: actorId, name: actorName ?? "" },
    object: { type: row.objectType, id: row.objectId },
    fieldOperativeId: row.fieldOperativeId,
    // Earlier versions stored any text that a client had sent as its address.
    address: row.address?.slice(0, office.auditLimits.address) ?? null,
    deviceId: row.deviceId,
    before: row.before,
    after: row.after,
  };
}
