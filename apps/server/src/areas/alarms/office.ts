import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { newestAlarms } from "../../database/alarms.ts";
import type { Database } from "../../database/database.ts";

const maxAlarms = 100;

/** The newest alarms first, at most `limit`, older than the alarm `before`. */
export async function listAlarms(
  { orm }: Database,
  { limit, before, kind }: CallQuery<typeof office.listAlarms>,
): Promise<CallAnswer<typeof office.listAlarms>> {
  const rows = await newestAlarms(
    orm,
    { before: before === undefined ? undefined : Number(before), kind },
    limit === undefined ? maxAlarms : Number(limit),
  );
  return rows.map(({ raisedOn, ...row }) => ({ ...row, raisedOn: raisedOn.toISOString() }));
}
