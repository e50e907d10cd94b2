import { and, asc, eq, isNull } from "drizzle-orm";
import type { CallAnswer, CallBody, PropertyTenant } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { compareContacts, isSameName, parsePostcode } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import { removedText } from "../../database/retention-rules.ts";
import {
  job,
  property,
  propertyAsset,
  propertyNotification,
  propertyTenant,
} from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import { makeVersion, refuseStale } from "../../http/versions.ts";
import { notifyOfCorrection } from "../jobs/notify-open-jobs.ts";
import { auditedColumns } from "../jobs/store-property.ts";
import { findContact, removeContact } from "./contacts.ts";

type Home = CallAnswer<typeof office.readHome>;

/** Null when there is no such property. */
export async function readHome(orm: Orm, propertyId: string): Promise<Home | null> {
  const [found] = await orm.select().from(property).where(eq(property.propertyId, propertyId));
  if (!found) return null;
  const notifications = await orm
    .select()
    .from(propertyNotification)
    .where(and(eq(propertyNotification.propertyId, propertyId), isNull(propertyNotification.jobId)))
    .orderBy(asc(propertyNotification.createdOn), asc(propertyNotification.propertyNotificationId));
  const tenants = await orm
    .select({ row: propertyTenant.row })
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId))
    .orderBy(asc(propertyTenant.propertyTenantId));
  return {
    propertyId,
    addressLine1: found.addressLine1,
    addressLine2: found.addressLine2,
    addressLine3: found.addressLine3,
    addressLine4: found.addressLine4,
    postcode: found.postcode,
    coordinatesLatitude: found.coordinatesLatitude,
    coordinatesLongitude: found.coordinatesLongitude,
    uprn: found.uprn,
    landlord: found.landlord,
    clientId: found.clientId,
    notifications: notifications.map(
      ({ propertyNotificationId, code, description, severity, alertEngineer }) => ({
        propertyNotificationId,
        code,
        description,
        severity: toSeverity(severity),
        alertEngineer,
        confirmedRead: false,
        confirmedReadTimestamp: null,
      }),
    ),
    tenants: tenants
      .map(({ row }) => row)
      .filter(({ flagDeleted }) => !flagDeleted)
      .sort(compareContacts),
  };
}

/** Corrects the address. Values that are left out stay. */
export async function correctHome(
  { orm, record }: Change,
  propertyId: string,
  body: CallBody<typeof office.correctHome>,
  ifMatch: string | null,
): Promise<Home | Refusal> {
  const postcode = parsePostcode(body.postcode);
  if (postcode === null)
    return refuse("invalid", {
      issues: [{ path: "postcode", message: "This is not a postcode" }],
    });
  const [before] = await lockProperty(orm, propertyId);
  if (!before) return refuse("not-found");
  const stale = refuseStale(ifMatch, homeVersion(before));
  if (stale) return stale;
  const [after = {}] = await orm
    .update(property)
    .set({ ...body, postcode })
    .where(eq(property.propertyId, propertyId))
    .returning(auditedColumns);
  await notifyOfCorrection(orm, propertyId, "The office has corrected the address of this home.");
  record({
    action: "property-changed",
    objectType: "property",
    objectId: propertyId,
    before,
    after,
  });
  return (await readHome(orm, propertyId)) ?? refuse("not-found");
}

/** Removes a property at which there was never a job: what a job recorded names its address. */
export async function removeHome(
  { orm, record }: Change,
  propertyId: string,
  ifMatch: string | null,
): Promise<typeof ok | Refusal> {
  const [before] = await lockProperty(orm, propertyId);
  if (!before) return refuse("not-found");
  const stale = refuseStale(ifMatch, homeVersion(before));
  if (stale) return stale;
  const [used] = await orm
    .select({ jobId: job.jobId })
    .from(job)
    .where(eq(job.propertyId, propertyId))
    .limit(1);
  if (used) return refuse("conflict", { detail: "There was a job at this home" });
  for (const table of [propertyTenant, propertyAsset, propertyNotification])
    await orm.delete(table).where(eq(table.propertyId, propertyId));
  await orm.delete(property).where(eq(property.propertyId, propertyId));
  record({
    action: "property-removed",
    objectType: "property",
    objectId: propertyId,
    before,
  });
  return ok;
}

/** Deletes a warning about a home, and tells every engineer with an open job there. */
export async function removeHomeWarning(
  { orm, record }: Change,
  { propertyId, propertyNotificationId }: { propertyId: string; propertyNotificationId: string },
): Promise<typeof ok | Refusal> {
  const [before] = await orm
    .delete(propertyNotification)
    .where(
      and(
        eq(propertyNotification.propertyNotificationId, propertyNotificationId),
        eq(propertyNotification.propertyId, propertyId),
        isNull(propertyNotification.jobId),
      ),
    )
    .returning();
  if (!before) return refuse("not-found");
  await notifyOfCorrection(orm, propertyId, "The office has removed a warning about this home.");
  // Without its text, which may be about a person: an entry cannot be erased.
  record({
    action: "property-warning-removed",
    objectType: "property",
    objectId: propertyId,
    before: { propertyNotificationId, code: before.code, severity: before.severity },
  });
  return ok;
}

/** Corrects a contact. A phone that changes the contact later wins, as between two phones. */
export async function correctTenant(
  { orm, record }: Change,
  { propertyId, propertyTenantId }: { propertyId: string; propertyTenantId: string },
  body: CallBody<typeof office.correctTenant>,
  { ifMatch, now }: { ifMatch: string | null; now: Date },
): Promise<PropertyTenant | Refusal> {
  if ((await lockProperty(orm, propertyId)).length === 0) return refuse("not-found");
  const rows = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId));
  const before = rows.find((one) => one.propertyTenantId === propertyTenantId)?.row;
  if (!before || before.flagDeleted) return refuse("not-found");
  const stale = refuseStale(ifMatch, tenantVersion(before));
  if (stale) return stale;
  const isTaken = rows.some(
    ({ row }) =>
      row.propertyTenantId !== propertyTenantId && isSameName(row.fullName, body.fullName),
  );
  if (isTaken)
    return refuse("conflict", {
      detail: "Full name must be unique for this property",
      issues: [{ path: "fullName", message: "Full name must be unique for this property" }],
    });
  const row = { ...before, ...body, modifiedOn: laterThan(before, now) };
  await orm
    .update(propertyTenant)
    .set({ row })
    .where(eq(propertyTenant.propertyTenantId, propertyTenantId));
  await notifyOfCorrection(orm, propertyId, "The office has corrected a contact of this home.");
  record({
    action: "tenant-corrected",
    objectType: "tenant",
    objectId: propertyTenantId,
    before: { propertyId },
    after: { propertyId, changed: listChanged(before, row) },
  });
  return row;
}

/**
 * Removes a contact of a home, and tells every engineer with an open job there. Refused with
 * `not-found` for a contact of another home.
 */
export async function removeTenant(
  { orm, record }: Change,
  { propertyId, propertyTenantId }: { propertyId: string; propertyTenantId: string },
  ifMatch: string | null,
): Promise<typeof ok | Refusal> {
  await lockProperty(orm, propertyId);
  const contact = await findContact(orm, propertyTenantId);
  const isHere = contact?.propertyId === propertyId && contact.fullName !== removedText;
  const stale = isHere && refuseStale(ifMatch, tenantVersion(contact));
  if (stale) return stale;
  const removed = isHere && (await removeContact(orm, propertyTenantId));
  if (!removed) return refuse("not-found");
  await notifyOfCorrection(orm, propertyId, "The office has removed a contact of this home.");
  record({
    action: "tenant-removed",
    objectType: "tenant",
    objectId: propertyTenantId,
    after: { propertyId },
  });
  return ok;
}

/** The version of what may be corrected of a home. Its people and warnings have their own. */
export function homeVersion({
  addressLine1,
  addressLine2,
  addressLine3,
  addressLine4,
  postcode,
  coordinatesLatitude,
  coordinatesLongitude,
  uprn,
  landlord,
}: Pick<Home, keyof CallBody<typeof office.correctHome>>): string {
  return makeVersion({
    lines: [addressLine1, addressLine2, addressLine3, addressLine4, postcode],
    coordinates: [coordinatesLatitude, coordinatesLongitude],
    uprn: uprn ?? null,
    landlord: landlord ?? null,
  });
}

/** The version of a contact: its `modifiedOn`, so that a caller who has read the home knows it. */
export function tenantVersion({ modifiedOn }: Pick<PropertyTenant, "modifiedOn">): string {
  return `"${modifiedOn}"`;
}

/** So that a phone takes the row for the newer one, even if its own is from the future. */
function laterThan({ modifiedOn }: Pick<PropertyTenant, "modifiedOn">, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(modifiedOn) + 1)).toISOString();
}

const correctable = ["fullName", "contactType", "emailAddress", "phones"] as const;

/** The names of the values that differ, without the values. */
function listChanged(before: PropertyTenant, after: PropertyTenant): string[] {
  return correctable.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * Locks a property until the transaction ends and returns its row. Empty for one that does not
 * exist.
 */
export function lockProperty(orm: Orm, propertyId: string) {
  return orm
    .select(auditedColumns)
    .from(property)
    .where(eq(property.propertyId, propertyId))
    .for("update");
}

/** The contract refuses any other number. */
function toSeverity(severity: number): 0 | 1 | 2 {
  return severity === 2 ? 2 : severity === 1 ? 1 : 0;
}
