import {
  type CallQuery,
  command,
  type Command,
  getCommands,
  unknownCommand,
} from "@fieldfare/contract";
import { done } from "@fieldfare/domain";
import { type Actor, act } from "../actions/act.ts";
import { addAbsenceAlert, addAccountAlert } from "../actions/alerts.ts";
import { applyRemoval, jobDataTables } from "../actions/removal.ts";
import { callServer } from "../api/call.ts";
import { recordingTime } from "../database/clock.ts";
import { type Device, forCurrentEngineer } from "../device.ts";
import { recordExportCommand } from "../export/upload.ts";
import { applyAbsenceDecision } from "./absence-decision.ts";
import { acknowledge, type CommandOutcome, commandTables } from "./acknowledge.ts";
import { expectAttachments } from "./attachments.ts";
import { removeContacts } from "./contacts-removed.ts";
import { dumpData, measureMemory, queueMemoryProfile } from "./data-dump.ts";
import { applyJobUpdate, fetchOfficeJobs, type OfficeJobs } from "./job-update.ts";
import { rememberPollTag, rememberReport } from "./poll-tag.ts";
import { checkSignIn } from "./sign-in-check.ts";

/** What a poll for commands came to. */
export interface PolledCommands {
  readonly isReached: boolean;
  /** The office has written about a job that this phone has still to fetch: the command comes again with the next poll. */
  readonly isWaitingForJob: boolean;
}

/**
 * Fetches the office's commands and applies them one by one: one that fails does not stop the others. With `waitsForJobs`, what the
 * office has written about a job that is still to be fetched is left for the next poll.
 */
export async function pollCommands(unbound: Device, waitsForJobs = true): Promise<PolledCommands> {
  const device = forCurrentEngineer(unbound);
  const query = await describeUnsent(device);
  const answer = await callServer(device, getCommands, { query });
  if (!answer.ok) return { isReached: false, isWaitingForJob: false };
  rememberPollTag(device, answer.value.pollTag);
  rememberReport(device, Number(query.unsent));
  let jobs: ReturnType<typeof fetchOfficeJobs> | undefined;
  const readJobs = () => (jobs ??= fetchOfficeJobs(device));
  let isWaitingForJob = false;
  for (const received of answer.value.commands) {
    const parsed = command.safeParse(received);
    if (parsed.success && waitsForJobs && (await waitsForJob(device, parsed.data, readJobs)))
      isWaitingForJob = true;
    else if (parsed.success) await applyCommand(device, parsed.data, readJobs);
    else await applyUnknown(device, unknownCommand.parse(received));
  }
  if (answer.value.commands.length > 0) expectAttachments(device);
  if (answer.value.commands.some(mayEndSignIn)) await checkSignIn(device);
  return { isReached: true, isWaitingForJob };
}

/** A phone that cannot store its key causes the notice of a sign-in without one itself: its sign-in goes on. */
function mayEndSignIn(received: object): boolean {
  const parsed = command.safeParse(received);
  if (!parsed.success || parsed.data.type !== "AccountNotice") return false;
  return parsed.data.notice !== "signed-in-without-key";
}

/** Whether a command is about a job that the office has open for this engineer and that this phone has still to fetch. */
async function waitsForJob(
  { database }: Device,
  received: Command,
  readJobs: () => Promise<OfficeJobs | null>,
): Promise<boolean> {
  if (received.type !== "JobUpdate") return false;
  const here = await database.job.get(received.jobId);
  // The job of an earlier appointment makes place for the one that is fetched.
  if (here?.fieldOperativeAppointmentId === received.fieldOperativeAppointmentId) return false;
  const { jobs = [] } = (await readJobs()) ?? {};
  return jobs.some(
    ({ jobId, fieldOperativeAppointmentId }) =>
      jobId === received.jobId &&
      fieldOperativeAppointmentId === received.fieldOperativeAppointmentId,
  );
}

/** Says what waits on the phone, for the office and for the people who run the server. */
async function describeUnsent(device: Device): Promise<CallQuery<typeof getCommands>> {
  const { engineer } = device;
  if (!engineer) return { unsent: "0" };
  const [unsent, oldest, blockedKeys] = await Promise.all([
    engineer.messageQueue.count(),
    engineer.messageQueue.orderBy("id").first(),
    engineer.parkedLane.count(),
  ]);
  const createdOn = Date.parse(oldest?.messageCreatedOn ?? "");
  const waitMs = Number.isNaN(createdOn) ? 0 : recordingTime(device).getTime() - createdOn;
  const unsentSeconds = String(Math.max(0, Math.round(waitMs / 1000)));
  return { unsent: String(unsent), unsentSeconds, blockedKeys: String(blockedKeys) };
}

/** Applies each type of command, in the transaction that also queues its acknowledgement. */
async function applyCommand(
  device: Device,
  received: Command,
  readJobs: () => Promise<OfficeJobs | null>,
): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  switch (received.type) {
    case "CancelJob":
      return applyOnce(device, received, (actor) => applyRemoval(device, actor, received));
    case "JobUpdate": {
      const jobs = await readJobs();
      // The server gave no usable answer: the command comes again with the next poll, and its
      // alert then says what has changed.
      if (jobs === null) return;
      return applyOnce(device, received, (actor) => applyJobUpdate(actor, received, jobs));
    }
    case "AccountNotice":
      return applyOnce(device, received, async (actor) => {
        await addAccountAlert(actor, received);
        return "done";
      });
    case "AbsenceDecision":
      return applyOnce(device, received, async (actor) => {
        await applyAbsenceDecision(actor, received);
        await addAbsenceAlert(actor, received);
        return "done";
      });
    case "ContactsRemoved":
      return applyOnce(device, received, async (actor) => {
        await removeContacts(actor, received.propertyTenantIds);
        return "done";
      });
    case "DataDump": {
      if (!(await dumpData(device, received.messageId))) return;
      const profile = await measureMemory(device);
      return applyOnce(device, received, async (actor) => {
        await queueMemoryProfile(device, actor, profile);
        return "done";
      });
    }
    case "ExportDatabase":
      // The export takes its time: the command is acknowledged when the server has all of it.
      return recordExportCommand(device, received.messageId);
  }
}

async function applyUnknown(
  device: Device,
  received: { readonly messageId: string; readonly type: string },
): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  await applyOnce(device, received, async (actor) => {
    await actor.unit.put("log", {
      logId: received.messageId,
      loggedOn: actor.at.toISOString(),
      level: "warning",
      message: `The command ${received.type} is not known to this version or is not complete`,
      details: null,
    });
    return "unsupported";
  });
}

/** Applies a command once: a second delivery, here or in another tab, does nothing. */
async function applyOnce(
  device: Device,
  received: { readonly messageId: string; readonly type: string; readonly jobId?: string },
  apply: (actor: Actor) => Promise<CommandOutcome>,
): Promise<void> {
  await act(device, [...jobDataTables, ...commandTables, "absence"], async (actor) => {
    if (await actor.unit.database.polling.get(received.messageId)) return done(false);
    // Read before the command is applied, because a removal deletes the job.
    const { jobId } = received;
    const job = jobId === undefined ? undefined : await actor.unit.database.job.get(jobId);
    const formattedJobId = job?.formattedJobId ?? null;
    await acknowledge(device, actor, { ...received, formattedJobId }, await apply(actor));
    return done(true);
  });
}
