import type { PropertyTenant } from "@fieldfare/contract";
import {
  type ContactAnswers,
  contactDetails,
  validateContact,
  changedOn,
  done,
  firstIssue,
  clearOtherPrimaries,
  refused,
  type Result,
  withLeft,
} from "@fieldfare/domain";
import { parsePhoneNumberFromString as parsePhone } from "libphonenumber-js/min";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import type { Actor } from "./act.ts";
import { editWork, recordRemoved } from "./work.ts";

const tables = ["propertyTenant"] as const;

/** Adds a contact to the property of the job. */
export function addContact(device: Device, jobId: string, answers: ContactAnswers) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const contacts = await readPropertyContacts(actor, job);
    const issue = firstIssue(validateContact(answers, { others: contacts, parsePhone }));
    if (issue) return refused(issue);
    const time = actor.at.toISOString();
    const contact: PropertyTenant = {
      propertyTenantId: newId(device.ports),
      propertyId: job.property.propertyId,
      ...contactDetails(answers),
      addedByEngineer: true,
      flagDeleted: false,
      createdOn: time,
      modifiedOn: time,
    };
    await saveContact(actor, contacts, contact);
    await actor.unit.remove("draft", [jobId, "contact"]);
    return done(contact);
  });
}

/**
 * Changes a contact of the property of the job. One who has left is refused until they are
 * reinstated.
 */
export function updateContact(
  device: Device,
  jobId: string,
  propertyTenantId: string,
  answers: ContactAnswers,
) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownContact(actor, job, propertyTenantId);
    if (!before.ok) return before;
    if (before.value.flagDeleted) return refused("contact-left");
    const contacts = await readPropertyContacts(actor, job);
    const others = contacts.filter((contact) => contact.propertyTenantId !== propertyTenantId);
    const issue = firstIssue(validateContact(answers, { others, parsePhone }));
    if (issue) return refused(issue);
    const contact: PropertyTenant = {
      ...before.value,
      ...contactDetails(answers, before.value),
      modifiedOn: changedOn(before.value, actor.at).toISOString(),
    };
    await saveContact(actor, others, contact);
    await actor.unit.remove("draft", [jobId, `contact:${propertyTenantId}`]);
    return done(contact);
  });
}

/** Marks a contact from the office's records as gone; the contact itself stays. */
export function markContactLeft(device: Device, jobId: string, propertyTenantId: string) {
  return setLeft(device, jobId, propertyTenantId, true);
}

/** Undoes `markContactLeft`. */
export function reinstateContact(device: Device, jobId: string, propertyTenantId: string) {
  return setLeft(device, jobId, propertyTenantId, false);
}

/** Deletes a contact that the engineer added. */
export function removeContact(device: Device, jobId: string, propertyTenantId: string) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownContact(actor, job, propertyTenantId);
    if (!before.ok) return before;
    if (!before.value.addedByEngineer) return refused("not-added-by-engineer");
    await actor.unit.remove("propertyTenant", propertyTenantId);
    await recordRemoved(actor, job, before.value);
    await actor.unit.remove("draft", [jobId, `contact:${propertyTenantId}`]);
    return done(true);
  });
}

function setLeft(device: Device, jobId: string, propertyTenantId: string, hasLeft: boolean) {
  return editWork(device, jobId, tables, async (actor, job) => {
    const before = await ownContact(actor, job, propertyTenantId);
    if (!before.ok) return before;
    if (hasLeft && before.value.addedByEngineer) return refused("added-by-engineer");
    if (before.value.flagDeleted === hasLeft) return done(before.value);
    const contact = withLeft(before.value, hasLeft, actor.at);
    await actor.unit.put("propertyTenant", contact);
    return done(contact);
  });
}

/** Saves a contact. At most one contact is the primary one. */
async function saveContact(
  actor: Actor,
  others: readonly PropertyTenant[],
  contact: PropertyTenant,
): Promise<void> {
  await actor.unit.put("propertyTenant", contact);
  if (!contact.isPrimaryTenant) return;
  for (const other of clearOtherPrimaries(others, contact.propertyTenantId, actor.at))
    await actor.unit.put("propertyTenant", other);
}

function readPropertyContacts(actor: Actor, job: JobRow): Promise<PropertyTenant[]> {
  const { propertyId } = job.property;
  return actor.unit.database.propertyTenant.where("propertyId").equals(propertyId).toArray();
}

async function ownContact(
  actor: Actor,
  job: JobRow,
  propertyTenantId: string,
): Promise<Result<PropertyTenant, "not-found">> {
  const row = await actor.unit.database.propertyTenant.get(propertyTenantId);
  return row?.propertyId === job.property.propertyId ? done(row) : refused("not-found");
}
