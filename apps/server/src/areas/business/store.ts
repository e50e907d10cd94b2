import type { Business } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import { readSetting, writeSetting } from "../../database/settings.ts";

export async function readBusiness(database: Database): Promise<{ business: Business | null }> {
  const saved = await readSetting(database, "business");
  return { business: saved ?? null };
}

export async function putBusiness(database: Database, business: Business) {
  await writeSetting(database, "business", business);
  return { business };
}
