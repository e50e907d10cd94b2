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
  saveNewJob,
  saveNewProperty,
  savePropertyContact,
  searchJobDetailTypes,
  searchProperty,
} from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import type { Answer, CallFailure } from "../api/failure.ts";
import type { Device } from "../device.ts";
import { newId } from "../ids.ts";
import { clientsName, contractsName, prioritiesName } from "../reading/quick-job.ts";
import { dropDraft } from "../reading/drafts.ts";
import { readOwner } from "../session/session.ts";
import { askServer, refreshLastSeen } from "./ask.ts";
import { refreshJobs } from "./jobs.ts";

export type FoundProperty = CallAnswer<typeof searchProperty>[number];
export type FoundAddress = CallAnswer<typeof lookUpPostcode>[number];
export type PropertyDetails = CallAnswer<typeof getProperty>;
export type JobType = CallAnswer<typeof searchJobDetailTypes>[number];
export type ServiceLevelDates = CallAnswer<typeof getServiceLevel>;

export function refreshClients(device: Device): Promise<Answer<true>> {
  return refreshLastSeen(device, clientsName, () => askServer(device, listClients, {}));
}

/** Priorities and contracts of a client. */
export async function refreshClientChoices(
  device: Device,
  clientId: number,
): Promise<Answer<true>> {
  const params = { clientId: String(clientId) };
  const priorities = await refreshLastSeen(device, prioritiesName(clientId), () =>
    askServer(device, getClientJobPriorities, { params }),
  );
  if (!priorities.ok) return priorities;
  return refreshLastSeen(device, contractsName(clientId), () =>
    askServer(device, getClientContracts, { params }),
  );
}

export function searchProperties(
  device: Device,
  clientId: number,
  term: string,
): Promise<Answer<readonly FoundProperty[]>> {
  return askServer(device, searchProperty, { params: { clientId: String(clientId), term } });
}

export function findAddresses(
  device: Device,
  postcode: string,
): Promise<Answer<readonly FoundAddress[]>> {
  return askServer(device, lookUpPostcode, { params: { postcode } });
}

export function readPropertyDetails(
  device: Device,
  propertyId: string,
): Promise<Answer<PropertyDetails>> {
  return askServer(device, getProperty, { params: { propertyId } });
}

export function searchJobTypes(
  device: Device,
  propertyId: string,
  term: string,
): Promise<Answer<readonly JobType[]>> {
  return askServer(device, searchJobDetailTypes, { params: { propertyId, term } });
}

export function readServiceLevel(
  device: Device,
  priorityId: number,
  isoDate: string,
): Promise<Answer<ServiceLevelDates>> {
  return askServer(device, getServiceLevel, {
    params: { priorityId: String(priorityId), isoDate },
  });
}

/** The ids of what a quick job makes, made once when it is begun: whatever is sent again is the same. */
export function quickJobIds({ ports }: Device) {
  return { jobId: newId(ports), propertyId: newId(ports), propertyContactId: newId(ports) };
}

export interface QuickJobToSave {
  readonly job: CallBody<typeof saveNewJob>;
  /** Null where the property was known. */
  readonly newProperty: Pick<
    CallBody<typeof saveNewProperty>,
    "address" | "clientContracts"
  > | null;
  /** Null where the contact was known. */
  readonly newContact: Omit<CallBody<typeof savePropertyContact>, "propertyContactId"> | null;
}

/** `saved-before`: something else stands under these ids already; with new ones it is another job. */
export type SaveRefusal = "network" | "failed" | "full-name-not-unique" | "saved-before";

/**
 * Saves property, contact and job one after the other and books the job. Each of them is the same when it is sent
 * again, so a lost answer doubles nothing. The job then comes as every new job does.
 */
export async function saveQuickJob(
  device: Device,
  { job, newProperty, newContact }: QuickJobToSave,
): Promise<Result<{ readonly isHere: boolean }, SaveRefusal>> {
  const ownerId = await readOwner(device);
  const { propertyId, propertyContactId, clientId } = job;
  const contact = newContact && { ...newContact, propertyContactId };
  const steps: (() => Promise<Answer<unknown>>)[] = [];
  if (newProperty) {
    const body = { ...newProperty, propertyId, clientId, primaryContact: contact };
    steps.push(() => askServer(device, saveNewProperty, { body }));
  }
  if (contact) {
    const params = { propertyId };
    steps.push(() => askServer(device, savePropertyContact, { params, body: contact }));
  }
  steps.push(() => askServer(device, saveNewJob, { body: job }));
  steps.push(() => askServer(device, bookQuickJob, { body: { jobId: job.jobId } }));
  for (const step of steps) {
    const answer = await step();
    if (answer.ok) continue;
    const refusal = refusalOf(answer.failure);
    if (refusal === "saved-before") await fetchSavedBefore(device, job.jobId);
    return refused(refusal);
  }
  if (ownerId !== null) await dropDraft(device, ownerId, "quick-job");
  const fetched = await refreshJobs(device);
  return done({ isHere: fetched.ok });
}

/** A job whose saving was never answered is not left with nobody. */
async function fetchSavedBefore(device: Device, jobId: string): Promise<void> {
  const booked = await askServer(device, bookQuickJob, { body: { jobId } });
  if (booked.ok) await refreshJobs(device);
}

const idPaths = ["jobId", "propertyId", "propertyContactId"];

function refusalOf(failure: CallFailure): SaveRefusal {
  if (failure.kind === "network") return "network";
  if (failure.kind !== "problem") return "failed";
  const { issues = [] } = failure.problem;
  if (issues.some(({ path }) => path === "fullName")) return "full-name-not-unique";
  const isTaken = failure.status === 409 && issues.some(({ path }) => idPaths.includes(path));
  return isTaken ? "saved-before" : "failed";
}
