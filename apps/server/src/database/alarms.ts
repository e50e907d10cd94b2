import { desc } from "drizzle-orm";
import type { Orm } from "./database.ts";
import { alarm } from "./schema.ts";

export async function raiseAlarm(orm: Orm, kind: string, details: object): Promise<void> {
  await orm.insert(alarm).values({ kind, details });
}

/** Reads the newest alarms, newest first. */
export function newestAlarms(orm: Orm, max: number) {
  return orm.select().from(alarm).orderBy(desc(alarm.alarmId)).limit(max);
}
