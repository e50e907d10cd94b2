import { eq } from "drizzle-orm";
import type {
  CallAnswer,
  CallBody,
  getProperty,
  newContact,
  PropertyTenant,
  saveNewProperty,
  z,
} from "@fieldfare/contract";
import { isSameName, clearOtherPrimaries, parsePostcode } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { property, propertyTenant, removedRecord } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { findClient } from "./clients.ts";
import { createParameters } from "../../database/parameters.ts";
import {
  findsByIndex,
  homeHasWordsSql,
  listWords,
  searchableSql,
} from "../../database/searchable-sql.ts";

type NewContact = z.output<typeof newContact>;

/** SQL for the address of the property `p` in one line; empty address lines are left out. */
export const fullAddress = `concat_ws(', ', p.address_line_1, nullif(p.address_line_2, ''),
  nullif(p.address_line_3, ''), nullif(p.address_line_4, ''), p.postcode)`;

const maxFound = 50;

/** Of so many properties, those that are found are quickly sorted. */
const few = 300;
/**
 * How many properties of a client are compared in their order where more than a few have the words: they mostly fill the
 * answer.
 */
const firstProperties = 1_000;
/** No index finds words of one or two letters, so a search that has no longer one ends after these. */
const maxProperties = 10_000;

const searchedAddress = searchableSql(`${fullAddress} || ' ' || replace(p.postcode, ' ', '')`);
const propertyOrder = "p.postcode, length(p.address_line_1), p.address_line_1";

/**
 * Finds at most 50 properties whose address contains every word of `term`: those of the client, and those of which no client
 * is known, as after an import that names none.
 */
export async function searchProperties({ pool }: Database, clientId: number, term: string) {
  const words = listWords(term).slice(0, 10);
  if (words.length === 0) return [];
  const parameters = createParameters();
  const ofClient = `p.client_id = ${parameters.add(clientId)}`;
  const ofNobody = "p.client_id is null";
  const isClients = `(${ofClient} or ${ofNobody})`;
  // The index also has the UPRN and the tenants, by which an engineer does not search.
  const hasWords = homeHasWordsSql("p.search_text", words, parameters, "in-order");
  const addressHasWords = homeHasWordsSql(searchedAddress, words, parameters, "in-order");
  const select = async (source: string) => {
    const { rows } = await pool.query<{ propertyId: string; fullAddress: string }>(
      `select p.property_id as "propertyId", ${fullAddress} as "fullAddress"
         from ${source} where ${isClients} and ${hasWords} and ${addressHasWords}
        order by ${propertyOrder} limit ${maxFound}`,
      [...parameters.values],
    );
    return rows;
  };
  // In two parts, each in the order of the index. It begins with the client, which only an `=` makes superfluous in an order.
  const firstOf = (whose: string, number: number) =>
    `(select * from property p where ${whose} order by p.client_id, ${propertyOrder} limit ${number})`;
  const selectFirst = (number: number) =>
    select(`(${firstOf(ofClient, number)} union all ${firstOf(ofNobody, number)}) p`);
  if (!findsByIndex(words)) return selectFirst(maxProperties);
  const forIndex = createParameters();
  const isFound = homeHasWordsSql("p.search_text", words, forIndex);
  const { rows: found } = await pool.query<{ id: string }>(
    `select p.property_id as id from property p
      where (p.client_id = ${forIndex.add(clientId)} or p.client_id is null) and ${isFound} limit ${few + 1}`,
    [...forIndex.values],
  );
  if (found.length <= few) {
    const ids = parameters.add(found.map(({ id }) => id));
    return select(`(select * from property where property_id = any(${ids}::uuid[])) p`);
  }
  const first = await selectFirst(firstProperties);
  return first.length === maxFound ? first : select("property p");
}

/** Reads a property with its contacts, without those who have left. */
export async function readProperty(
  { pool }: Database,
  propertyId: string,
): Promise<CallAnswer<typeof getProperty> | null> {
  const { rows } = await pool.query<
    Omit<CallAnswer<typeof getProperty>, "contacts" | "clientContracts"> & {
      tenants: PropertyTenant[];
      clientContracts: number[] | null;
    }
  >(
    `select p.property_id as "propertyId", p.address_line_1 as "addressLine1", p.address_line_2 as "addressLine2",
        p.address_line_3 as "addressLine3", p.address_line_4 as "addressLine4", p.postcode,
        ${fullAddress} as "fullAddress", p.client_contracts as "clientContracts",
        (select coalesce(jsonb_agg(t.row order by t.row ->> 'fullName'), '[]')
           from property_tenant t where t.property_id = p.property_id) as tenants
       from property p where p.property_id = $1`,
    [propertyId],
  );
  const [row] = rows;
  if (!row) return null;
  const { tenants, clientContracts, ...address } = row;
  return {
    ...address,
    ...(clientContracts && { clientContracts }),
    contacts: tenants
      .filter(({ flagDeleted }) => !flagDeleted)
      .map((tenant) => ({
        propertyContactId: tenant.propertyTenantId,
        fullName: tenant.fullName,
        contactType: tenant.contactType,
        homeTelephone: findPhone(tenant, "Home"),
        mobilePhone: findPhone(tenant, "Mobile"),
        isPrimaryContact: tenant.isPrimaryTenant,
      })),
  };
}

/** Adds a property. The same property again changes nothing; another one under the same id is refused. */
export async function addProperty(
  { orm, record }: Change,
  fieldOperativeId: string,
  {
    propertyId,
    address,
    clientId,
    clientContracts,
    primaryContact,
  }: CallBody<typeof saveNewProperty>,
  now: Date,
): Promise<CallAnswer<typeof saveNewProperty> | Refusal> {
  const postcode = parsePostcode(address.postcode);
  if (postcode === null) {
    return refuse("invalid", {
      issues: [{ path: "address.postcode", message: "This is not a postcode" }],
    });
  }
  const client = await findClient(orm, clientId);
  if (!client) return refuseUnknown("clientId", "client");
  const foreign = clientContracts.find(
    (id) => !client.contracts.some(({ contractId }) => contractId === id),
  );
  if (foreign !== undefined) return refuseUnknown("clientContracts", "contract of this client");
  const stored = await orm
    .insert(property)
    .values({
      propertyId,
      clientId,
      ...address,
      postcode,
      // Earlier versions of the app always sent an empty list: it means that no contracts were chosen.
      clientContracts: clientContracts.length > 0 ? clientContracts : null,
    })
    .onConflictDoNothing()
    .returning({ propertyId: property.propertyId });
  if (stored.length === 0) {
    const [known] = await orm.select().from(property).where(eq(property.propertyId, propertyId));
    const isSame =
      known?.clientId === clientId &&
      known.postcode === postcode &&
      addressLines.every((line) => (known[line] ?? "") === (address[line] ?? ""));
    return isSame ? { propertyId } : refuseSavedBefore("propertyId", "property");
  }
  if (primaryContact) await storeContact(orm, propertyId, primaryContact, now);
  record({
    action: "property-added",
    objectType: "property",
    objectId: propertyId,
    fieldOperativeId,
    after: { ...address, postcode, clientId, clientContracts },
  });
  if (primaryContact)
    record(describeNewContact(propertyId, fieldOperativeId, primaryContact.propertyContactId));
  return { propertyId };
}

/**
 * Adds a contact that an engineer has made. The same contact again changes nothing; another one
 * under a known id is refused.
 */
export async function addContact(
  { orm, record }: Change,
  fieldOperativeId: string,
  propertyId: string,
  contact: NewContact,
  now: Date,
): Promise<{ propertyContactId: string } | Refusal> {
  const { propertyContactId } = contact;
  const [found] = await orm
    .select({ propertyId: property.propertyId })
    .from(property)
    .where(eq(property.propertyId, propertyId))
    .for("update");
  if (!found) return refuse("not-found");
  const [known] = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyTenantId, propertyContactId));
  if (known) {
    const isSame = known.propertyId === found.propertyId && isSamePerson(known.row, contact);
    return isSame ? { propertyContactId } : refuseSavedBefore("propertyContactId", "contact");
  }
  if (await isRemoved(orm, propertyContactId)) return refuseRemoved("propertyContactId");
  const tenants = await orm
    .select()
    .from(propertyTenant)
    .where(eq(propertyTenant.propertyId, found.propertyId));
  const isTaken = tenants.some(({ row }) => isSameName(row.fullName, contact.fullName));
  if (isTaken) {
    return refuse("conflict", {
      detail: "Full name must be unique for this property",
      issues: [{ path: "fullName", message: "Full name must be unique for this property" }],
    });
  }
  await storeContact(orm, found.propertyId, contact, now);
  record(describeNewContact(found.propertyId, fieldOperativeId, propertyContactId));
  return { propertyContactId };
}

/** Whether the contact was removed from its home, or its data were erased. */
async function isRemoved(orm: Orm, propertyContactId: string): Promise<boolean> {
  const rows = await orm
    .select({ recordId: removedRecord.recordId })
    .from(removedRecord)
    .where(eq(removedRecord.recordId, propertyContactId));
  return rows.length > 0;
}

/** A call that comes again late does not bring a contact back. */
function refuseRemoved(path: string): Refusal {
  const message = "This contact was removed. Add it again as a new contact if it is needed.";
  return refuse("conflict", { detail: message, issues: [{ path, message }] });
}

/** The id alone: an entry cannot be erased. */
const describeNewContact = (propertyId: string, fieldOperativeId: string, contactId: string) =>
  ({
    action: "property-details-added",
    objectType: "property",
    objectId: propertyId,
    fieldOperativeId,
    after: { notices: [], contacts: [contactId], appliances: [] },
  }) as const;

const addressLines = ["addressLine1", "addressLine2", "addressLine3", "addressLine4"] as const;

/** Ignores who is the primary contact: another contact may have become it since. */
function isSamePerson(known: PropertyTenant, contact: NewContact): boolean {
  return (
    isSameName(known.fullName, contact.fullName) &&
    known.contactType === contact.contactType &&
    findPhone(known, "Home") === (contact.homeTelephone || null) &&
    findPhone(known, "Mobile") === (contact.mobilePhone || null)
  );
}

/**
 * Refuses another record under an id that is taken: the answer to the first one was lost, or two pages use the same id.
 */
export function refuseSavedBefore(path: string, what: string): Refusal {
  return refuse("conflict", {
    detail: `Another ${what} was saved under this id`,
    issues: [{ path, message: `Another ${what} was saved under this id` }],
  });
}

/** Refuses a body whose field at `path` names a row that does not exist. */
export function refuseUnknown(path: string, what: string): Refusal {
  return refuse("invalid", { issues: [{ path, message: `There is no such ${what}` }] });
}

/** Stores a contact; a primary contact replaces the earlier one as primary. */
async function storeContact(orm: Orm, propertyId: string, contact: NewContact, now: Date) {
  const row = toTenant(propertyId, contact, now.toISOString());
  if (row.isPrimaryTenant) {
    const others = await orm
      .select()
      .from(propertyTenant)
      .where(eq(propertyTenant.propertyId, propertyId));
    const tenants = others.map((other) => other.row);
    for (const other of clearOtherPrimaries(tenants, row.propertyTenantId, now)) {
      await orm
        .update(propertyTenant)
        .set({ row: other })
        .where(eq(propertyTenant.propertyTenantId, other.propertyTenantId));
    }
  }
  await orm
    .insert(propertyTenant)
    .values({ propertyTenantId: row.propertyTenantId, propertyId, row })
    .onConflictDoNothing();
}

function toTenant(propertyId: string, contact: NewContact, now: string): PropertyTenant {
  const phones: PropertyTenant["phones"] = [];
  if (contact.mobilePhone) phones.push({ phoneType: "Mobile", number: contact.mobilePhone });
  if (contact.homeTelephone) phones.push({ phoneType: "Home", number: contact.homeTelephone });
  return {
    propertyTenantId: contact.propertyContactId,
    propertyId,
    fullName: contact.fullName.trim(),
    isPrimaryTenant: contact.isPrimaryContact,
    contactType: contact.contactType,
    emailAddress: null,
    contactMethodType: 0,
    phones,
    addedByEngineer: true,
    flagDeleted: false,
    createdOn: now,
    modifiedOn: now,
  };
}

function findPhone(tenant: PropertyTenant, type: "Home" | "Mobile"): string | null {
  return tenant.phones.find(({ phoneType }) => phoneType === type)?.number ?? null;
}
