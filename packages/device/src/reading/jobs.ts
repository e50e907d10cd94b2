import {
  compareAppliances,
  compareContacts,
  compareMoments,
  checkSelectable,
  type JobGroup,
  jobGroup,
  isWorking,
  type JobStatus,
  type Notice,
  nextVisit,
  noticesToConfirm,
  numberToCall,
  type NumberToCall,
  type VisitWarning,
} from "@fieldfare/domain";
import { formatAddress } from "../actions/address.ts";
import type {
  AlertKind,
  AlertRow,
  EngineeringNote,
  ImagePurpose,
  ImageRow,
  JobPart,
  JobRemovalRow,
  JobAlertRow,
  JobRow,
  PropertyAppliance,
  PropertyTenant,
} from "../database/rows.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { readOwner } from "../session/session.ts";
import { isJobAlert } from "./alerts.ts";
import { findLaterVisits } from "./later-visits.ts";

/** What the job list shows of a job. */
export interface JobCard {
  readonly jobId: string;
  readonly formattedJobId: string;
  readonly status: JobStatus;
  readonly group: JobGroup;
  readonly appointmentDateTime: string;
  readonly clientPreferredTimeName: string | null;
  readonly address: string;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly accessNotes: string | null;
  readonly removalRequested: boolean;
  /** The latest unread alert of the job that is more than a comment. */
  readonly unreadAlert: AlertKind | null;
  readonly hasUnreadComment: boolean;
  readonly highestSeverity: 0 | 1 | 2 | null;
  /** What earlier visits found: a danger that nobody has ended, or a visit without access. */
  readonly earlierVisits: "danger" | "no-access" | null;
  /** False while another job is active. */
  readonly isSelectable: boolean;
  readonly jobPriority: string | null;
  readonly hold: JobRow["hold"];
  /** The number to call about the visit. */
  readonly call: NumberToCall | null;
  readonly place: Destination;
}

/** The destination for a map: the property's coordinates, or its address when they are not known. */
export type Destination =
  | { readonly latitude: number; readonly longitude: number }
  | { readonly address: string };

/** Reads all jobs of the signed-in engineer as cards for the list. */
export async function readJobCards(unbound: Device): Promise<readonly JobCard[]> {
  if (!unbound.engineer) return [];
  const device = forCurrentEngineer(unbound);
  const { database } = device;
  const tables = [
    database.token,
    database.job,
    database.jobRemoval,
    database.alert,
    database.propertyTenant,
  ];
  const [jobs, removals, alerts, tenants] = await database.transaction("r", tables, () =>
    Promise.all([
      readOwnJobs(device),
      database.jobRemoval.toArray(),
      database.alert.toArray(),
      database.propertyTenant.toArray(),
    ]),
  );
  const tenantsByProperty = groupBy(tenants, ({ propertyId }) => propertyId);
  const findOthers = findRelatedJobs(jobs);
  const removed = new Set(removals.map(({ jobId }) => jobId));
  const unread = groupBy(selectUnread(alerts).filter(isJobAlert), ({ jobId }) => jobId);
  const cards = await Promise.all(
    jobs.map((job) =>
      toCard(job, {
        ...findOthers(job),
        removalRequested: removed.has(job.jobId),
        ...summariseUnread(unread.get(job.jobId) ?? []),
        tenants: tenantsByProperty.get(job.property.propertyId) ?? [],
      }),
    ),
  );
  return cards.sort((a, b) => compareMoments(a.appointmentDateTime, b.appointmentDateTime));
}

/** What the home screen shows of the work, read in one transaction. */
export interface Home {
  readonly jobsToComplete: number;
  readonly unreadAlerts: number;
  /** The job that is being worked, otherwise the next one. */
  readonly visit: JobCard | null;
}

/** Reads what home shows: counts, and the visit that comes next or is under way. */
export async function readHome(unbound: Device): Promise<Home> {
  if (!unbound.engineer) return { jobsToComplete: 0, unreadAlerts: 0, visit: null };
  const device = forCurrentEngineer(unbound);
  const { database } = device;
  const { token, job, jobRemoval, alert, propertyTenant } = database;
  const tables = [token, job, jobRemoval, alert, propertyTenant];
  const home = await database.transaction("r", tables, async () => {
    const jobs = await readOwnJobs(device);
    const alerts = (await readOwner(device)) === null ? [] : await alert.toArray();
    const unread = selectUnread(alerts);
    const next = nextVisit(jobs);
    const { jobId = "", property = null } = next ?? {};
    const [removals, tenants] = await Promise.all([
      jobRemoval.where("jobId").equals(jobId).count(),
      propertyTenant
        .where("propertyId")
        .equals(property?.propertyId ?? "")
        .toArray(),
    ]);
    const details = {
      removalRequested: removals > 0,
      ...summariseUnread(unread.filter(isJobAlert).filter((each) => each.jobId === jobId)),
      tenants,
    };
    return {
      jobsToComplete: jobs.filter(({ status }) => status !== "Closed").length,
      unreadAlerts: unread.length,
      next,
      jobs,
      details,
    };
  });
  const { next, jobs, details, ...counts } = home;
  // After the transaction, which does not wait for a file that is loaded.
  return {
    ...counts,
    visit: next ? await toCard(next, { ...details, ...findRelatedJobs(jobs)(next) }) : null,
  };
}

/** Returns the coordinates of a property, or its address when it has none. */
export function readDestination(property: JobRow["property"]): Destination {
  const { coordinatesLatitude: latitude, coordinatesLongitude: longitude } = property;
  return latitude === null || longitude === null
    ? { address: formatAddress(property) }
    : { latitude, longitude };
}

/**
 * The id of the last selected job, which is looked up first: the screens of a job read it at every
 * change and must not read every job each time.
 */
const lastSelected = new WeakMap<EngineerDatabase, string>();

/** Reads the selected job. Undefined when none is selected, and when nobody is signed in. */
export async function readSelectedJob(device: Device): Promise<JobRow | undefined> {
  const { engineer } = device;
  if (!engineer) return undefined;
  const [ownerId, lastKnown] = await Promise.all([
    readOwner(device),
    engineer.job.get(lastSelected.get(engineer) ?? ""),
  ]);
  if (ownerId === null) return undefined;
  if (lastKnown?.isSelected) return lastKnown;
  const selected = (await readOwnJobs(device)).find((job) => job.isSelected);
  if (selected) lastSelected.set(engineer, selected.jobId);
  return selected;
}

/** Returns the notices of a job that the engineer still has to confirm. */
export async function readNotices(device: Device, jobId: string): Promise<readonly Notice[]> {
  const job = await readOwnJob(device, jobId);
  if (!job) return [];
  const parts = await readJobParts(device, jobId);
  return noticesToConfirm({
    partRequiredConfirmed: job.partRequiredConfirmed,
    notifications: job.property.notifications,
    parts,
  });
}

/** Reads the office's request to remove the job; undefined when there is none. */
export async function readRemoval(
  device: Device,
  jobId: string,
): Promise<JobRemovalRow | undefined> {
  if (!(await readOwnJob(device, jobId))) return undefined;
  return device.database.jobRemoval.where("jobId").equals(jobId).first();
}

/** Reads the parts of a job, in any order; none for a job that is not the engineer's. */
export async function readJobParts(device: Device, jobId: string): Promise<JobPart[]> {
  if (!(await readOwnJob(device, jobId))) return [];
  return device.database.jobPart.where("jobId").equals(jobId).toArray();
}

/** Reads the notes of a job, in any order; none for a job that is not the engineer's. */
export async function readNotes(device: Device, jobId: string): Promise<EngineeringNote[]> {
  if (!(await readOwnJob(device, jobId))) return [];
  return device.database.engineeringNote.where("jobId").equals(jobId).toArray();
}

/**
 * Reads the appliances of a property in the order in which they were made. With `jobId`, those
 * scrapped at an earlier visit are left out.
 */
export async function readAppliances(
  device: Device,
  propertyId: string,
  jobId?: string,
): Promise<PropertyAppliance[]> {
  if ((await readOwner(device)) === null) return [];
  const found = await device.database.propertyAppliance
    .where("propertyId")
    .equals(propertyId)
    .toArray();
  const rows = found.sort(compareAppliances);
  // Only a scrapped appliance needs the other jobs: reading all of them takes long.
  if (jobId === undefined || !rows.some(({ scrapped }) => scrapped)) return rows;
  return hideScrappedBefore(rows, await readJobsAt(device, propertyId), jobId);
}

/** True when the last change of an appliance was made in this job on this phone. */
export function isLastChangedIn(
  { changedAppliances }: JobRow,
  { propertyAssetId, modifiedOn }: PropertyAppliance,
): boolean {
  return changedAppliances?.[propertyAssetId] === modifiedOn;
}

/**
 * Leaves out appliances that were scrapped at a finished visit of another job. One that was
 * scrapped in this job stays, so that it can be reinstated.
 */
export function hideScrappedBefore(
  appliances: readonly PropertyAppliance[],
  jobsAtProperty: readonly JobRow[],
  jobId: string,
): PropertyAppliance[] {
  const ended = jobsAtProperty.flatMap((job) =>
    job.jobId !== jobId && job.status === "Closed"
      ? [Date.parse(job.statusTimestamps.Closed ?? "")]
      : [],
  );
  const job = jobsAtProperty.find((row) => row.jobId === jobId);
  return appliances.filter(
    (appliance) =>
      !appliance.scrapped ||
      (job && isLastChangedIn(job, appliance)) ||
      !ended.some((closedOn) => Date.parse(appliance.scrappedDateTime ?? "") <= closedOn),
  );
}

/** Reads the contacts of a property on the engineer's phone in the order in which they were named. Empty when nobody is signed in. */
export async function readTenants(device: Device, propertyId: string): Promise<PropertyTenant[]> {
  if ((await readOwner(device)) === null) return [];
  const rows = await device.database.propertyTenant
    .where("propertyId")
    .equals(propertyId)
    .toArray();
  return rows.sort(compareContacts);
}

/** Reads the images of a job by the time they were taken, without their bytes. */
export async function readImages(
  device: Device,
  jobId: string,
  purpose?: ImagePurpose,
): Promise<readonly ImageRow[]> {
  if ((await readOwner(device)) === null) return [];
  const rows = await device.database.image.where("jobId").equals(jobId).toArray();
  return rows
    .filter((row) => purpose === undefined || row.purpose === purpose)
    .sort((a, b) => compareMoments(a.takenOn, b.takenOn));
}

/** Reads a job. Undefined if it is not the engineer's, and when nobody is signed in. */
export async function readOwnJob(device: Device, jobId: string): Promise<JobRow | undefined> {
  const [ownerId, job] = await Promise.all([readOwner(device), device.engineer?.job.get(jobId)]);
  return ownerId === null ? undefined : job;
}

/** Reads the engineer's own jobs at a property. */
export async function readJobsAt(device: Device, propertyId: string): Promise<readonly JobRow[]> {
  const jobs = await readOwnJobs(device);
  return jobs.filter((job) => job.property.propertyId === propertyId);
}

async function readOwnJobs(device: Device): Promise<readonly JobRow[]> {
  return (await readOwner(device)) === null ? [] : device.database.job.toArray();
}

/** Reads what earlier visits to the property of a job warn of. */
export async function readVisitWarnings(
  device: Device,
  jobId: string,
): Promise<readonly VisitWarning[]> {
  const job = await readOwnJob(device, jobId);
  return job ? collectVisitWarnings(job, await readJobsAt(device, job.property.propertyId)) : [];
}

/** Loads the rules only when this phone has something to add: the first screen does not wait for them. */
async function collectVisitWarnings(
  job: JobRow,
  jobs: readonly JobRow[],
): Promise<readonly VisitWarning[]> {
  const known = job.visitWarnings ?? [];
  const visits = findLaterVisits(job, jobs);
  if (visits.length === 0) return known;
  const { addVisits } = await import("./visit-warnings.ts");
  return addVisits(known, visits);
}

/** The other jobs of the phone that a card depends on. */
interface RelatedJobs {
  readonly working: readonly JobRow[];
  readonly closedAtHome: readonly JobRow[];
}

/** Looks through the jobs once: with each of 200 cards it would be 40,000 comparisons. */
function findRelatedJobs(jobs: readonly JobRow[]): (job: JobRow) => RelatedJobs {
  const working = jobs.filter(isWorking);
  const closed = jobs.filter(({ status }) => status === "Closed");
  const closedByHome = groupBy(closed, ({ property }) => property.propertyId);
  return ({ property }) => ({
    working,
    closedAtHome: closedByHome.get(property.propertyId) ?? [],
  });
}

/** Not Map.groupBy: some of the supported browsers do not have it. */
function groupBy<T>(rows: readonly T[], readKey: (row: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const others = groups.get(readKey(row));
    if (others) others.push(row);
    else groups.set(readKey(row), [row]);
  }
  return groups;
}

const selectUnread = (alerts: readonly AlertRow[]) =>
  alerts.filter(({ readOn }) => readOn === null);

type UnreadMarks = Pick<JobCard, "unreadAlert" | "hasUnreadComment">;

/** What the card of a job says of its unread alerts. A comment may have brought changes of the job with it. */
function summariseUnread(unread: readonly JobAlertRow[]): UnreadMarks {
  const more = unread
    .filter(({ isComment, changes = [] }) => !isComment || changes.length > 0)
    .sort((a, b) => compareMoments(a.receivedOn, b.receivedOn));
  return {
    unreadAlert: more.at(-1)?.kind ?? null,
    hasUnreadComment: unread.some(({ isComment }) => isComment),
  };
}

async function toCard(
  job: JobRow,
  details: RelatedJobs &
    UnreadMarks & {
      readonly removalRequested: boolean;
      readonly tenants: readonly PropertyTenant[];
    },
): Promise<JobCard> {
  const severities = job.property.notifications.map((notification) => notification.severity);
  return {
    jobId: job.jobId,
    formattedJobId: job.formattedJobId,
    status: job.status,
    group: jobGroup(job),
    appointmentDateTime: job.appointmentDateTime,
    clientPreferredTimeName: job.clientPreferredTimeName,
    address: formatAddress(job.property),
    categoryName: job.description.categoryName,
    detailTypeName: job.description.detailTypeName,
    accessNotes: job.description.accessNotes,
    removalRequested: details.removalRequested,
    unreadAlert: details.unreadAlert,
    hasUnreadComment: details.hasUnreadComment,
    highestSeverity: severities.reduce<JobCard["highestSeverity"]>(
      (highest, severity) => (highest === null || severity > highest ? severity : highest),
      null,
    ),
    earlierVisits: summariseEarlierVisits(await collectVisitWarnings(job, details.closedAtHome)),
    isSelectable: checkSelectable(job, details.working).ok,
    jobPriority: job.description.jobPriority,
    hold: job.hold,
    call: numberToCall(details.tenants, job.contactId),
    place: readDestination(job.property),
  };
}

function summariseEarlierVisits(warnings: readonly VisitWarning[]): JobCard["earlierVisits"] {
  return warnings.find(({ kind }) => kind === "danger")?.kind ?? warnings[0]?.kind ?? null;
}
