import { getJobs, type ServerJob } from "@fieldfare/contract";
import { done, refused, reset, type Result } from "@fieldfare/domain";
import { type ActionRefusal, type Actor, act } from "../actions/act.ts";
import { addAlert } from "../actions/alerts.ts";
import { withSentForms } from "../actions/job-content.ts";
import { queueAcknowledgement } from "../actions/job-life.ts";
import { deleteJobData, jobDataTables } from "../actions/removal.ts";
import { callServer } from "../api/call.ts";
import type { EngineerDatabase, RowOf } from "../database/database.ts";
import type { JobRow } from "../database/rows.ts";
import { isLastChangedIn } from "../reading/jobs.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { type InstallRefusal, recoverInstallation } from "../session/install.ts";
import { isInstalled } from "../session/session.ts";
import { ensureToken } from "../session/token.ts";
import { expectAttachments } from "./attachments.ts";
import { readReceivedVisits, selectVisitsAt } from "./received-visits.ts";
import { readRemovedIds, withoutRemoved } from "./removed-rows.ts";
import { readQuickJobId } from "../reading/quick-job-draft.ts";
import { reportFailure } from "../api/report-failure.ts";

export type RefreshRefusal = ActionRefusal | "network" | "failed" | "not-installed";

const jobTables = [...jobDataTables, "sentMessage", "lastSeen"] as const;

/** Fetches new jobs. Each one that is not yet on the device is stored as New and acknowledged. */
export async function refreshJobs(
  unbound: Device,
): Promise<Result<{ readonly added: number }, RefreshRefusal>> {
  const device = forCurrentEngineer(unbound);
  // The server would count jobs fetched by a browser without an installation as held by the
  // engineer's real device.
  if (!(await isInstalled(device))) return refused("not-installed");
  const setting = await device.database.setting.get(1);
  return fetchJobs(device, setting?.recoveryPending === true);
}

/**
 * Recovers a browser that lost its data: it gets its device id back, and every open job in its
 * recorded state.
 */
export async function recover(
  unbound: Device,
  answers: { readonly pin: string },
): Promise<Result<{ readonly added: number }, InstallRefusal | RefreshRefusal>> {
  const device = forCurrentEngineer(unbound);
  const installed = await recoverInstallation(device, answers.pin);
  return installed.ok ? recoverJobs(device) : installed;
}

/** Fetches every open job in the state that the server last recorded, after a lost database. */
export async function recoverJobs(
  device: Device,
): Promise<Result<{ readonly added: number }, RefreshRefusal>> {
  return fetchJobs(device, true);
}

async function fetchJobs(
  unbound: Device,
  isRecovery: boolean,
): Promise<Result<{ readonly added: number }, RefreshRefusal>> {
  const device = forCurrentEngineer(unbound);
  const token = await ensureToken(device);
  const receivedVisits = await readReceivedVisits(device);
  // The job that the engineer has just raised is no news.
  const quickJobId = await readQuickJobId(device);
  const answer = token.ok
    ? await callServer(device, getJobs, { query: isRecovery ? { recovery: "true" } : {} })
    : token;
  if (!answer.ok) {
    reportFailure(device, answer.failure);
    return refused(answer.failure.kind === "network" ? "network" : "failed");
  }
  const result = await act(device, jobTables, async (actor) => {
    let added = 0;
    // The outbox is read only when the poll brings jobs.
    const removed = answer.value.jobs.length > 0 ? await readRemovedIds(actor) : new Set<string>();
    const isWorthAlert = (await hasFetchedBefore(actor)) && !isRecovery;
    for (const server of answer.value.jobs) {
      const job = await storeJob(device, actor, withoutRemoved(server, removed), {
        keepsRecordedStatus: isRecovery,
        receivedVisits,
      });
      if (!job) continue;
      added += 1;
      if (isWorthAlert && job.jobId !== quickJobId)
        await addAlert(actor, job, { kind: "job-added" });
    }
    if (isRecovery) {
      await selectWorking(actor);
      const setting = await actor.unit.database.setting.get(1);
      if (setting) await actor.unit.put("setting", { ...setting, recoveryPending: false });
    }
    return done({ added });
  });
  if (answer.value.jobs.length > 0) expectAttachments(device);
  if (result.ok && result.value.added > 0)
    device.events.emit({ kind: "jobs-added", added: result.value.added });
  return result;
}

const fetchedName = "jobs-fetched";

/**
 * True when this engineer has fetched jobs on this phone before. The jobs of a first fetch are no
 * news and get no alert.
 */
async function hasFetchedBefore({ unit, at }: Actor): Promise<boolean> {
  const { job, lastSeen } = unit.database;
  if (await lastSeen.get(fetchedName)) return true;
  const seenOn = at.toISOString();
  await unit.put("lastSeen", { name: fetchedName, value: true, seenOn });
  return (await job.count()) > 0;
}

/**
 * Stores a job. An existing job stays unchanged: a refresh never touches the engineer's work. After a loss it gets back
 * what is missing.
 */
async function storeJob(
  device: Device,
  actor: Actor,
  server: ServerJob,
  options: { readonly keepsRecordedStatus: boolean; readonly receivedVisits: ReadonlySet<string> },
): Promise<JobRow | null> {
  const { unit } = actor;
  const { keepsRecordedStatus, receivedVisits } = options;
  const existing = await unit.database.job.get(server.jobId);
  if (existing && !isReassigned(existing, server)) {
    if (keepsRecordedStatus && existing.status !== "Closed") await putMissing(actor, server);
    return null;
  }
  if (await wasRemovedHere(actor, server)) return null;
  if (existing)
    await deleteJobData(device, actor, existing, "It was assigned to the engineer again");
  const { parts, notes, property, ...rest } = server;
  const { assets, tenants, ...address } = property;
  const recorded: JobRow = {
    ...rest,
    property: address,
    isSelected: false,
    officeUpdates: [],
    storedOn: actor.at.toISOString(),
    warnedVisits: await selectVisitsAt(actor, address.propertyId, receivedVisits),
  };
  // A job that nobody has begun begins here with a Reset message; job and message have the same
  // time.
  const begun =
    keepsRecordedStatus && recorded.status !== "New" ? recorded : reset(recorded, actor.at);
  const row = withSentForms(begun, server.customForms);
  await unit.put("job", row);
  for (const part of parts) await unit.put("jobPart", part);
  for (const note of notes) await unit.put("engineeringNote", note);
  await putAppliances(actor, address.propertyId, { assets, receivedVisits });
  for (const tenant of tenants)
    await putNewer(actor, "propertyTenant", tenant.propertyTenantId, tenant);
  // A recovered device had acknowledged what was begun with it; a further one is to hear of the end.
  if (row.status === "New" || row.begunElsewhere) await queueAcknowledgement(device, actor, row);
  return row;
}

/**
 * Stores what is missing of a visit under way: the phone has lost the key of what came before the visit began. What is
 * there stays as it is.
 */
async function putMissing(actor: Actor, { parts, notes, property }: ServerJob): Promise<void> {
  for (const part of parts) await putIfMissing(actor, "jobPart", part.jobPartId, part);
  for (const note of notes)
    await putIfMissing(actor, "engineeringNote", note.engineeringNoteId, note);
  for (const asset of property.assets)
    await putIfMissing(actor, "propertyAppliance", asset.propertyAssetId, asset);
  for (const tenant of property.tenants)
    await putIfMissing(actor, "propertyTenant", tenant.propertyTenantId, tenant);
}

async function putIfMissing<
  Name extends "jobPart" | "engineeringNote" | "propertyAppliance" | "propertyTenant",
>(actor: Actor, table: Name, key: string, row: RowOf<EngineerDatabase, Name>): Promise<void> {
  if (!(await actor.unit.database.table(table).get(key))) await actor.unit.put(table, row);
}

/**
 * True when a job was taken away and has come back under another appointment. Work under way for
 * the earlier appointment is finished first.
 */
function isReassigned(existing: JobRow, server: ServerJob): boolean {
  return (
    existing.fieldOperativeAppointmentId !== server.fieldOperativeAppointmentId &&
    (existing.status === "New" || existing.status === "Closed")
  );
}

/**
 * True when this device removed the job. The message may still wait, or have been sent after the
 * server wrote its answer.
 */
async function wasRemovedHere(actor: Actor, server: ServerJob): Promise<boolean> {
  const { messageQueue, sentMessage } = actor.unit.database;
  const waiting = await messageQueue.where("lane").equals(server.jobId).toArray();
  const sent = await sentMessage.where("lane").equals(server.jobId).toArray();
  return [...waiting, ...sent].some(
    (row) =>
      row.type === "JobRemove" &&
      row.fieldOperativeAppointmentId === server.fieldOperativeAppointmentId,
  );
}

/**
 * Stores the appliances of a home as the office has them. An appliance missing from the list was
 * scrapped at another visit: it is deleted, unless the engineer added it or has scrapped it here, or
 * has changed it in a job whose ending the server has not received.
 */
export async function putAppliances(
  actor: Actor,
  propertyId: string,
  {
    assets,
    receivedVisits,
  }: {
    readonly assets: ServerJob["property"]["assets"];
    readonly receivedVisits: ReadonlySet<string>;
  },
): Promise<void> {
  const named = new Set(assets.map(({ propertyAssetId }) => propertyAssetId));
  const { propertyAppliance, job } = actor.unit.database;
  const existing = await propertyAppliance.where("propertyId").equals(propertyId).toArray();
  const missing = existing.filter(
    ({ propertyAssetId, addedByEngineer, scrapped }) =>
      !named.has(propertyAssetId) && !addedByEngineer && !scrapped,
  );
  if (missing.length > 0) {
    const own = await job.toArray();
    const unreceived = own.filter(({ jobId }) => !receivedVisits.has(jobId));
    for (const appliance of missing)
      if (!unreceived.some((row) => isLastChangedIn(row, appliance)))
        await actor.unit.remove("propertyAppliance", appliance.propertyAssetId);
  }
  for (const asset of assets)
    await putNewer(actor, "propertyAppliance", asset.propertyAssetId, asset);
}

/**
 * Stores a row unless this device has a later change of it: two jobs may share a property, and what
 * the engineer changed there stays.
 */
export async function putNewer<Name extends "propertyAppliance" | "propertyTenant">(
  actor: Actor,
  table: Name,
  key: string,
  row: RowOf<EngineerDatabase, Name> & { readonly modifiedOn: string },
): Promise<void> {
  const existing: { modifiedOn: string } | undefined = await actor.unit.database
    .table(table)
    .get(key);
  if (!existing || Date.parse(existing.modifiedOn) < Date.parse(row.modifiedOn))
    await actor.unit.put(table, row);
}

/** Selects the job under way among the restored ones. */
async function selectWorking(actor: Actor): Promise<void> {
  const rows = await actor.unit.database.job.toArray();
  if (rows.some((row) => row.isSelected)) return;
  const [latest] = rows
    .filter((row) => row.status !== "New" && row.status !== "Closed" && row.hold === null)
    .sort((a, b) => readLastStatusTime(b) - readLastStatusTime(a));
  if (latest) await actor.unit.put("job", { ...latest, isSelected: true });
}

function readLastStatusTime(row: JobRow): number {
  return Math.max(0, ...Object.values(row.statusTimestamps).map((time) => Date.parse(time)));
}
