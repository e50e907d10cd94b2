import type { CallBody, logErrors } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import { deviceReport } from "../../database/schema.ts";
import { storableJson } from "../../database/storable.ts";

interface Source {
  readonly fieldOperativeId: string;
  readonly deviceId: string;
  readonly commandId: string | null;
}

type Entries = CallBody<typeof logErrors>["entries"];

/** Stores log entries of a device. One with a known id is left as it is. */
export async function storeEntries({ pool }: Database, source: Source, entries: Entries) {
  await pool.query(
    `insert into device_log (log_id, field_operative_id, device_id, command_id, level, message, details, logged_on)
     select "logId", $1, $2, $3, level, message, details, "loggedOn"
       from jsonb_to_recordset($4) as entry("logId" uuid, level text, message text, details text, "loggedOn" timestamptz)
     on conflict (log_id) do nothing`,
    [source.fieldOperativeId, source.deviceId, source.commandId, storableJson(entries)],
  );
}

/** Stores the tables that a device has sent for a command. */
export async function storeTables({ orm }: Database, source: Source, body: object) {
  await orm.insert(deviceReport).values({
    fieldOperativeId: source.fieldOperativeId,
    deviceId: source.deviceId,
    commandId: source.commandId,
    kind: "tables",
    body: JSON.parse(storableJson(body)),
  });
}
