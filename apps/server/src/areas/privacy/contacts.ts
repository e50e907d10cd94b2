import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { PropertyTenant } from "@fieldfare/contract";
import type { Orm } from "../../database/database.ts";
import { reducedContact } from "../../database/retention-rules.ts";
import { appointment, job, propertyTenant, removedRecord } from "../../database/schema.ts";
import { storeCommand } from "../commands/store.ts";

/** A contact as it is, or as it was when an engineer removed it. Null: it is not known, or reduced. */
export async function findContact(
  orm: Orm,
  propertyTenantId: string,
): Promise<PropertyTenant | null> {
  const [current] = await orm
    .select({ row: propertyTenant.row })
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyTenantId, propertyTenantId));
  if (current) return current.row;
  const [removed] = await orm
    .select({ row: removedRecord.row })
    .from(removedRecord)
    .where(eq(removedRecord.recordId, propertyTenantId));
  return removed && "propertyTenantId" in removed.row ? removed.row : null;
}

/** What the housing system calls a contact; null: it has not said. */
export async function findReference(orm: Orm, propertyTenantId: string): Promise<string | null> {
  const [row] = await orm
    .select({ reference: propertyTenant.reference })
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyTenantId, propertyTenantId));
  return row?.reference ?? null;
}

/**
 * Removes a contact from its home, and from every phone whose engineer has had a job there. It does not come back with
 * a phone that still has it. Null: there is no such contact.
 */
export async function removeContact(
  orm: Orm,
  propertyTenantId: string,
): Promise<PropertyTenant | null> {
  const contact = await findContact(orm, propertyTenantId);
  if (!contact) return null;
  const { propertyId } = contact;
  await orm.delete(propertyTenant).where(eq(propertyTenant.propertyTenantId, propertyTenantId));
  await orm
    .insert(removedRecord)
    .values({ recordId: propertyTenantId, kind: "contact", messageId: randomUUID(), row: contact })
    .onConflictDoNothing();
  await orm
    .update(removedRecord)
    .set({ row: sql`${sql.raw(reducedContact("row"))}` })
    .where(eq(removedRecord.recordId, propertyTenantId));
  const engineers = await orm
    .selectDistinct({ fieldOperativeId: appointment.fieldOperativeId })
    .from(appointment)
    .innerJoin(job, eq(job.jobId, appointment.jobId))
    .where(eq(job.propertyId, propertyId));
  for (const { fieldOperativeId } of engineers)
    await storeCommand(orm, fieldOperativeId, "ContactsRemoved", {
      propertyTenantIds: [propertyTenantId],
    });
  return contact;
}
