import {
  bookQuickJob,
  type CallAnswer,
  type CallBody,
  getClientContracts,
  getClientJobPriorities,
  getProperty,
  getServiceLevel,
  listClients,
  lookUpPostcode,
  ping,
  saveNewJob,
  saveNewProperty,
  savePropertyContact,
  searchJobDetailTypes,
  searchProperty,
} from "@fieldfare/contract";
import {
  done,
  type EngineerPermission,
  findEngineerPermission,
  refused,
  type Result,
} from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { Answer, CallFailure } from "../api/failure.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { newId } from "../ids.ts";
import {
  clientsName,
  contractsName,
  prioritiesName,
  readContractIds,
} from "../reading/quick-job.ts";
import { dropDraft } from "../drafts/drafts.ts";
import { readOwner } from "../session/session.ts";
import { callServerSignedIn, refreshLastSeen } from "./signed-in-call.ts";
import { refreshJobs } from "./jobs.ts";

export type FoundProperty = CallAnswer<typeof searchProperty>[number];
export type FoundAddress = CallAnswer<typeof lookUpPostcode>[number];
export type PropertyDetails = CallAnswer<typeof getProperty>;
export type JobType = CallAnswer<typeof searchJobDetailTypes>[number];
export type ServiceLevelDates = CallAnswer<typeof getServiceLevel>;

/** Fetches the clients for use offline. */
export function refreshClients(device: Device): Promise<Answer<true>> {
  return refreshLastSeen(device, clientsName, () => callServerSignedIn(device, listClients, {}));
}

/** Fetches the priorities and contracts of a client. */
export async function refreshClientChoices(
  device: Device,
  clientId: number,
): Promise<Answer<true>> {
  const params = { clientId: String(clientId) };
  const priorities = await refreshLastSeen(device, prioritiesName(clientId), () =>
    callServerSignedIn(device, getClientJobPriorities, { params }),
  );
  if (!priorities.ok) return priorities;
  return refreshLastSeen(device, contractsName(clientId), () =>
    callServerSignedIn(device, getClientContracts, { params }),
  );
}

/** Searches a client's properties on the server by a part of their address. */
export function searchProperties(
  device: Device,
  clientId: number,
  term: string,
): Promise<Answer<readonly FoundProperty[]>> {
  return callServerSignedIn(device, searchProperty, {
    params: { clientId: String(clientId), term },
  });
}

/** Looks a postcode up on the server. */
export function findAddresses(
  device: Device,
  postcode: string,
): Promise<Answer<readonly FoundAddress[]>> {
  return callServerSignedIn(device, lookUpPostcode, { params: { postcode } });
}

/** Fetches a property with its contacts from the server. */
export function readPropertyDetails(
  device: Device,
  propertyId: string,
): Promise<Answer<PropertyDetails>> {
  return callServerSignedIn(device, getProperty, { params: { propertyId } });
}

/** Searches the kinds of job that a property allows on the server. */
export function searchJobTypes(
  device: Device,
  propertyId: string,
  term: string,
): Promise<Answer<readonly JobType[]>> {
  return callServerSignedIn(device, searchJobDetailTypes, { params: { propertyId, term } });
}

/** Fetches the dates that a priority promises for a job that is reported at `isoDate`. */
export function readServiceLevel(
  device: Device,
  priorityId: number,
  isoDate: string,
): Promise<Answer<ServiceLevelDates>> {
  return callServerSignedIn(device, getServiceLevel, {
    params: { priorityId: String(priorityId), isoDate },
  });
}

/**
 * Creates the ids of everything that a quick job stores, once when it is begun, so that a repeated
 * request is the same one.
 */
export function createQuickJobIds({ ports }: Device) {
  return { jobId: newId(ports), propertyId: newId(ports), propertyContactId: newId(ports) };
}

export interface QuickJobToSave {
  readonly job: CallBody<typeof saveNewJob>;
  /** Null for a known property. */
  readonly newProperty: Pick<CallBody<typeof saveNewProperty>, "address"> | null;
  /** Null for a known contact. */
  readonly newContact: Omit<CallBody<typeof savePropertyContact>, "propertyContactId"> | null;
}

const disallowed = {
  plan: "not-allowed",
  searchProperties: "may-not-search-properties",
  readProperty: "may-not-open-property",
  addProperty: "may-not-add-property",
  addContact: "may-not-add-contact",
} as const satisfies Record<EngineerPermission, string>;

/** What the office has not allowed the engineer to do; `not-allowed`: the server does not name it, or no step of a new job needs it. */
export type Disallowed = (typeof disallowed)[EngineerPermission];

/** Returns null if the failure is another one. */
export function readDisallowed(failure: CallFailure): Disallowed | null {
  if (failure.kind !== "problem" || failure.status !== 403) return null;
  const missing = failure.problem.issues?.find(({ path }) => path === "permission");
  const permission = missing ? findEngineerPermission(missing.message) : null;
  return permission === null ? "not-allowed" : disallowed[permission];
}

/**
 * `no-answer`: the server can be reached, but the answer of a request was lost; it may have been
 * carried out. `saved-before`: the server has saved another job under this id; under a new id this one can be
 * saved too. `property-saved-before` and `contact-saved-before` mean the same for the new property
 * and the new contact.
 */
export type SaveRefusal =
  | "network"
  | "no-answer"
  | "failed"
  | Disallowed
  | "full-name-not-unique"
  | "saved-before"
  | "property-saved-before"
  | "contact-saved-before";

/**
 * Returns the ids with which to save again after a refusal. Only what differs from the server's
 * copy gets a new id: a contact saved unchanged would be refused under a new one, because their
 * name is taken.
 */
export function renewQuickJobIds(
  { ports }: Device,
  ids: ReturnType<typeof createQuickJobIds>,
  refusal: SaveRefusal,
): ReturnType<typeof createQuickJobIds> {
  if (refusal === "saved-before") return { ...ids, jobId: newId(ports) };
  if (refusal === "contact-saved-before")
    return { ...ids, jobId: newId(ports), propertyContactId: newId(ports) };
  if (refusal !== "property-saved-before") return ids;
  return { jobId: newId(ports), propertyId: newId(ports), propertyContactId: newId(ports) };
}

/**
 * Saves property, contact and job in turn and books the job. Each request may be repeated without a
 * second effect, so a lost answer creates no duplicate. The job then arrives as every new job does.
 */
export async function saveQuickJob(
  unbound: Device,
  { job, newProperty, newContact }: QuickJobToSave,
): Promise<Result<{ readonly isHere: boolean }, SaveRefusal>> {
  const device = forCurrentEngineer(unbound);
  const ownerId = await readOwner(device);
  const { propertyId, propertyContactId, clientId } = job;
  const contact = newContact && { ...newContact, propertyContactId };
  const steps: (() => Promise<Answer<unknown>>)[] = [];
  if (newProperty) {
    const clientContracts = await readContractIds(device, clientId);
    const body = { ...newProperty, propertyId, clientId, clientContracts, primaryContact: contact };
    steps.push(() => callServerSignedIn(device, saveNewProperty, { body }));
  }
  if (contact) {
    const params = { propertyId };
    steps.push(() => callServerSignedIn(device, savePropertyContact, { params, body: contact }));
  }
  steps.push(() => callServerSignedIn(device, saveNewJob, { body: job }));
  steps.push(() => callServerSignedIn(device, bookQuickJob, { body: { jobId: job.jobId } }));
  for (const step of steps) {
    const answer = await step();
    if (answer.ok) continue;
    const refusal = toSaveRefusal(answer.failure);
    if (isAlreadySaved(refusal)) await fetchSavedJob(device, job.jobId);
    if (refusal === "network" && (await callServer(device, ping, {})).ok)
      return refused("no-answer");
    return refused(refusal);
  }
  // The draft tells that the job that arrives is the engineer's own, so it is deleted after that.
  const fetched = await refreshJobs(device);
  if (ownerId !== null) await dropDraft(device, ownerId, "quick-job");
  return done({ isHere: fetched.ok });
}

/** Fetches a job whose save was never answered, so that it is not left without an engineer. */
async function fetchSavedJob(device: Device, jobId: string): Promise<void> {
  const booked = await callServerSignedIn(device, bookQuickJob, { body: { jobId } });
  if (booked.ok) await refreshJobs(device);
}

const takenIds = {
  jobId: "saved-before",
  propertyId: "property-saved-before",
  propertyContactId: "contact-saved-before",
} as const satisfies Record<string, SaveRefusal>;

/** True when the server has saved something else under one of the ids. */
export function isAlreadySaved(refusal: SaveRefusal): boolean {
  return Object.values<SaveRefusal>(takenIds).includes(refusal);
}

function toSaveRefusal(failure: CallFailure): SaveRefusal {
  if (failure.kind === "network") return "network";
  if (failure.kind !== "problem") return "failed";
  const refusal = readDisallowed(failure);
  if (refusal !== null) return refusal;
  const { issues = [] } = failure.problem;
  if (issues.some(({ path }) => path === "fullName")) return "full-name-not-unique";
  if (failure.status !== 409) return "failed";
  const takenId = Object.entries(takenIds).find(([id]) => issues.some(({ path }) => path === id));
  return takenId?.[1] ?? "failed";
}
