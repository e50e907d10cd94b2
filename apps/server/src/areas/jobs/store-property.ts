import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { PropertyAppliance, PropertyTenant, z } from "@fieldfare/contract";
import type { jobDraft } from "@fieldfare/contract/office";
import { isSameName } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import * as schema from "../../database/schema.ts";
import { notifyOfNewNotice } from "./notify-open-jobs.ts";

/** Named one by one: these values go into audit entries, which cannot be erased, and no other column may join them. */
export const auditedColumns = {
  propertyId: schema.property.propertyId,
  addressLine1: schema.property.addressLine1,
  addressLine2: schema.property.addressLine2,
  addressLine3: schema.property.addressLine3,
  addressLine4: schema.property.addressLine4,
  postcode: schema.property.postcode,
  clientId: schema.property.clientId,
  clientContracts: schema.property.clientContracts,
  coordinatesLatitude: schema.property.coordinatesLatitude,
  coordinatesLongitude: schema.property.coordinatesLongitude,
  uprn: schema.property.uprn,
  landlord: schema.property.landlord,
};

type PropertyDraft = z.output<typeof jobDraft>["property"];

/**
 * Stores a draft's property. A known property gets the address of the draft; notices, people and appliances are added
 * to those it has, and none is removed. Engineers with an open job there hear of a new notice.
 */
export async function storeProperty(
  { orm, record }: Change,
  propertyId: string,
  draft: PropertyDraft,
) {
  const address = {
    addressLine1: draft.addressLine1,
    addressLine2: draft.addressLine2 ?? null,
    addressLine3: draft.addressLine3 ?? null,
    addressLine4: draft.addressLine4 ?? null,
    postcode: draft.postcode,
    ...(draft.coordinatesLatitude !== undefined && {
      coordinatesLatitude: draft.coordinatesLatitude,
    }),
    ...(draft.coordinatesLongitude !== undefined && {
      coordinatesLongitude: draft.coordinatesLongitude,
    }),
    ...(draft.clientId !== undefined && { clientId: draft.clientId }),
    ...(draft.uprn !== undefined && { uprn: draft.uprn }),
    ...(draft.landlord !== undefined && { landlord: draft.landlord }),
  };
  const [before] = await orm
    .select(auditedColumns)
    .from(schema.property)
    .where(eq(schema.property.propertyId, propertyId));
  const [after = {}] = await orm
    .insert(schema.property)
    .values({ propertyId, ...address })
    .onConflictDoUpdate({ target: schema.property.propertyId, set: address })
    .returning(auditedColumns);
  record({
    action: before ? "property-changed" : "property-added",
    objectType: "property",
    objectId: propertyId,
    before: before ?? {},
    after,
  });
  const added = {
    notices: await addNotifications(orm, propertyId, draft.notifications ?? []),
    contacts: await addTenants(orm, propertyId, draft.tenants ?? []),
    appliances: await addAppliances(orm, propertyId, draft.assets ?? []),
  };
  if (Object.values(added).some((ids) => ids.length > 0))
    record({
      action: "property-details-added",
      objectType: "property",
      objectId: propertyId,
      // The ids alone: an entry cannot be erased.
      after: added,
    });
}

/** Returns the ids of those that it did not have. */
async function addNotifications(
  orm: Orm,
  propertyId: string,
  drafts: NonNullable<PropertyDraft["notifications"]>,
): Promise<string[]> {
  const { propertyNotification } = schema;
  const known = await orm
    .select()
    .from(propertyNotification)
    .where(
      and(eq(propertyNotification.propertyId, propertyId), isNull(propertyNotification.jobId)),
    );
  const added = drafts.filter(
    (draft) =>
      !known.some((row) => row.code === draft.code && row.description === draft.description),
  );
  if (added.length === 0) return [];
  const stored = await orm
    .insert(propertyNotification)
    .values(added.map((draft) => ({ propertyNotificationId: randomUUID(), propertyId, ...draft })))
    .returning({ id: propertyNotification.propertyNotificationId });
  await notifyOfNewNotice(orm, propertyId);
  return stored.map(({ id }) => id);
}

/** The ids of the contacts that an erasure removed: they do not come back with a job. */
async function listErased(orm: Orm, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { erasure } = schema;
  if (ids.length === 0) return new Set();
  const rows = await orm
    .select({ id: erasure.propertyTenantId })
    .from(erasure)
    .where(inArray(erasure.propertyTenantId, ids));
  return new Set(rows.map(({ id }) => id));
}

/** A full name is unique within a property. Returns the ids of those that it did not have. */
async function addTenants(
  orm: Orm,
  propertyId: string,
  drafts: NonNullable<PropertyDraft["tenants"]>,
): Promise<string[]> {
  const { propertyTenant } = schema;
  const known = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, propertyId));
  const isKnown = (name: string) => known.some(({ row }) => isSameName(row.fullName, name));
  const erased = await listErased(
    orm,
    drafts.flatMap(({ propertyTenantId }) => propertyTenantId ?? []),
  );
  const drafted = drafts
    .filter(({ fullName = "" }) => !isKnown(fullName))
    .filter(({ propertyTenantId }) => !propertyTenantId || !erased.has(propertyTenantId));
  const added = withMoments(drafted).map(([draft, at]) => toContact(draft, propertyId, at));
  if (added.length === 0) return [];
  const stored = await orm
    .insert(propertyTenant)
    .values(added.map((row) => ({ propertyTenantId: row.propertyTenantId, propertyId, row })))
    .onConflictDoNothing()
    .returning({ id: propertyTenant.propertyTenantId });
  return stored.map(({ id }) => id);
}

/** Returns the ids of those that it did not have. */
async function addAppliances(
  orm: Orm,
  propertyId: string,
  drafts: NonNullable<PropertyDraft["assets"]>,
): Promise<string[]> {
  if (drafts.length === 0) return [];
  const rows = withMoments(drafts).map(([draft, at]) => toAppliance(draft, propertyId, at));
  const stored = await orm
    .insert(schema.propertyAsset)
    .values(rows.map((row) => ({ propertyAssetId: row.propertyAssetId, propertyId, row })))
    .onConflictDoNothing()
    .returning({ id: schema.propertyAsset.propertyAssetId });
  return stored.map(({ id }) => id);
}

/** Gives each row a moment, one after the other until now, so that all lists have the order in which the office named them. */
function withMoments<Row>(rows: readonly Row[]): (readonly [Row, string])[] {
  const now = Date.now();
  const last = rows.length - 1;
  return rows.map((row, index) => [row, new Date(now - (last - index)).toISOString()]);
}

function toContact(
  draft: NonNullable<PropertyDraft["tenants"]>[number],
  propertyId: string,
  at: string,
): PropertyTenant {
  return {
    propertyTenantId: draft.propertyTenantId ?? randomUUID(),
    propertyId,
    fullName: draft.fullName ?? "",
    isPrimaryTenant: draft.isPrimaryTenant ?? false,
    contactType: draft.contactType ?? null,
    emailAddress: draft.emailAddress ?? null,
    contactMethodType: draft.contactMethodType ?? 0,
    phones: draft.phones ?? [],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn: draft.createdOn ?? at,
    modifiedOn: draft.modifiedOn ?? at,
  };
}

function toAppliance(
  draft: NonNullable<PropertyDraft["assets"]>[number],
  propertyId: string,
  at: string,
): PropertyAppliance {
  return {
    propertyAssetId: draft.propertyAssetId ?? randomUUID(),
    propertyId,
    type: draft.type,
    manufacturerId: draft.manufacturerId ?? null,
    manufacturerName: draft.manufacturerName ?? null,
    unknownManufacturerName: draft.unknownManufacturerName ?? null,
    manufacturerModelId: draft.manufacturerModelId ?? null,
    modelName: draft.modelName ?? null,
    unknownModelName: draft.unknownModelName ?? null,
    gasCouncilNumber: draft.gasCouncilNumber ?? null,
    location: draft.location ?? null,
    fuelType: draft.fuelType ?? null,
    flueType: draft.flueType ?? null,
    flueDirection: draft.flueDirection ?? null,
    condition: draft.condition ?? null,
    ownership: draft.ownership ?? null,
    serialNumber: draft.serialNumber ?? null,
    estimatedAge: draft.estimatedAge ?? null,
    dateInstalled: draft.dateInstalled ?? null,
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: draft.createdOn ?? at,
    modifiedOn: draft.modifiedOn ?? at,
  };
}
