import { randomUUIDv7 } from "node:crypto";
import { hasAlarmSince, raiseAlarm } from "../database/alarms.ts";
import { type AuditSource, recordAudit } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { command } from "../database/schema.ts";
import { schedulePush } from "../push/schedule-push.ts";

interface CopiedDevice {
  readonly deviceId: string;
  readonly fieldOperativeId: string;
}

const kind = "device-copied";
const hourMs = 3_600_000;

/**
 * Tells the office and the engineer that two copies of one phone send messages: they gave one number to two messages. Once an
 * hour for each device.
 */
export function reportCopies(
  { orm }: Pick<Database, "orm">,
  { deviceId, fieldOperativeId }: CopiedDevice,
  source: AuditSource,
  at: Date,
): Promise<void> {
  return orm.transaction(async (transaction) => {
    if (await hasAlarmSince(transaction, kind, { deviceId }, new Date(at.getTime() - hourMs)))
      return;
    await raiseAlarm(
      transaction,
      kind,
      { deviceId, fieldOperativeId, address: source.address },
      at,
    );
    await transaction.insert(command).values({
      commandId: randomUUIDv7(),
      fieldOperativeId,
      type: "AccountNotice",
      jobId: null,
      body: { notice: kind, happenedOn: at.toISOString() },
    });
    await schedulePush(transaction, fieldOperativeId);
    const entry = { action: kind, source, objectType: "device", objectId: deviceId } as const;
    await recordAudit(transaction, { ...entry, fieldOperativeId });
  });
}
