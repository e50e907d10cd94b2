import type { JobPart, PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import { asc, eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { removedRecord } from "./schema.ts";

interface Removed {
  readonly appliances: PropertyAppliance[];
  readonly contacts: PropertyTenant[];
  readonly parts: JobPart[];
}

/** Reads what a message removed, as it was before. */
export async function readRemovedRecords({ orm }: Database, messageId: string): Promise<Removed> {
  const rows = await orm
    .select({ row: removedRecord.row })
    .from(removedRecord)
    .where(eq(removedRecord.messageId, messageId))
    .orderBy(asc(removedRecord.recordId));
  const records = rows.map(({ row }) => row);
  return {
    appliances: records.filter((row) => "propertyAssetId" in row),
    contacts: records.filter((row) => "propertyTenantId" in row),
    parts: records.filter((row) => "jobPartId" in row),
  };
}
