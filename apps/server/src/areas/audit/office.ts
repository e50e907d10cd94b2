import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { auditEntriesAfter } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";

const defaultLimit = 100;

export async function listAudit(
  { orm }: Database,
  { after = "0", limit }: CallQuery<typeof office.listAudit>,
): Promise<CallAnswer<typeof office.listAudit>> {
  const max = limit === undefined ? defaultLimit : Number(limit);
  const rows = await auditEntriesAfter(orm, Number(after), max);
  return {
    events: rows.map(({ sequence, action, occurredOn, actorId, actorName, ...row }) => ({
      sequence,
      type: action,
      at: occurredOn.toISOString(),
      actor: actorId === null ? null : { accountId: actorId, name: actorName ?? "" },
      object: { type: row.objectType, id: row.objectId },
      fieldOperativeId: row.fieldOperativeId,
      address: row.address,
      deviceId: row.deviceId,
      before: row.before,
      after: row.after,
    })),
    next: rows.at(-1)?.sequence ?? Number(after),
  };
}
