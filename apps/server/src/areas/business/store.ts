import type { Business } from "@fieldfare/contract";
import type { Database } from "../../database/database.ts";
import type { Change } from "../../database/audit.ts";
import { readSetting, writeSetting } from "../../database/settings.ts";

/** The name and address of the business; null: the office has not given them. */
export async function readBusiness(database: Database): Promise<{ business: Business | null }> {
  const saved = await readSetting(database, "business");
  return { business: saved ?? null };
}

/** Stores the name and address of the business, with an audit entry. */
export async function putBusiness({ orm, record }: Change, business: Business) {
  const before = await readSetting({ orm }, "business");
  await writeSetting({ orm }, "business", business);
  record({
    action: "business-changed",
    objectType: "business",
    objectId: "business",
    before: before ?? {},
    after: business,
  });
  return { business };
}
