import { command, type Command, getCommands, unknownCommand } from "@fieldfare/contract";
import { done, refused } from "@fieldfare/domain";
import { type Actor, act } from "../actions/act.ts";
import { addAlert } from "../actions/alerts.ts";
import { applyRemoval, jobDataTables } from "../actions/removal.ts";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { noteExportCommand } from "../export/upload.ts";
import { readOwner } from "../session/session.ts";
import { acknowledge, type CommandOutcome, commandTables } from "./acknowledge.ts";
import { dumpData, measureMemory, queueMemoryProfile } from "./dump.ts";

/**
 * Fetches what the office asks and applies it, one by one: one that fails stops no other.
 * False when the office could not be asked.
 */
export async function pollCommands(device: Device): Promise<boolean> {
  const ownerId = await readOwner(device);
  const answer = await callServer(device, getCommands, {});
  if (!answer.ok || ownerId === null) return false;
  for (const received of answer.value.commands) {
    const parsed = command.safeParse(received);
    if (parsed.success) await applyCommand(device, ownerId, parsed.data);
    else await applyUnknown(device, ownerId, unknownCommand.parse(received));
  }
  return true;
}

/** What each command does, in the transaction that also queues its acknowledgement. */
async function applyCommand(device: Device, ownerId: string, received: Command): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  switch (received.type) {
    case "CancelJob":
      return once(device, ownerId, received, (actor) => applyRemoval(device, actor, received));
    case "JobUpdate":
      return once(device, ownerId, received, (actor) => applyJobUpdate(actor, received));
    case "DataDump": {
      if (!(await dumpData(device, ownerId, received.messageId))) return;
      const profile = await measureMemory(device);
      return once(device, ownerId, received, async (actor) => {
        await queueMemoryProfile(device, actor, profile);
        return "done";
      });
    }
    case "ExportDatabase":
      // Takes its time: it is acknowledged when the server has all of it.
      return noteExportCommand(device, ownerId, received.messageId);
  }
}

async function applyUnknown(
  device: Device,
  ownerId: string,
  received: { readonly messageId: string; readonly type: string },
): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  await once(device, ownerId, received, async (actor) => {
    await actor.unit.put("log", {
      logId: received.messageId,
      loggedOn: actor.at.toISOString(),
      level: "warning",
      message: `The command ${received.type} is not known to this version or is not complete`,
      details: null,
      ownerId: actor.ownerId,
    });
    return "unsupported";
  });
}

/** A second delivery, here or in another tab, is harmless. */
async function once(
  device: Device,
  ownerId: string,
  received: { readonly messageId: string; readonly type: string; readonly jobId?: string },
  apply: (actor: Actor) => Promise<CommandOutcome>,
): Promise<void> {
  await act(device, [...jobDataTables, ...commandTables], async (actor) => {
    // Somebody else has signed in while the answer was under way: this is not asked of them.
    if (actor.ownerId !== ownerId) return refused("signed-out");
    if (await actor.unit.database.polling.get(received.messageId)) return done(false);
    // Asked before it is applied: a removal takes the job away.
    const { jobId } = received;
    const job = jobId === undefined ? undefined : await actor.unit.database.job.get(jobId);
    const formattedJobId = job?.ownerId === ownerId ? job.formattedJobId : null;
    await acknowledge(device, actor, { ...received, formattedJobId }, await apply(actor));
    return done(true);
  });
}

async function applyJobUpdate(
  actor: Actor,
  received: Extract<Command, { type: "JobUpdate" }>,
): Promise<CommandOutcome> {
  const job = await actor.unit.database.job.get(received.jobId);
  if (!job || job.ownerId !== actor.ownerId) return "not-found";
  if (job.status === "Closed") return "closed";
  await actor.unit.put("job", {
    ...job,
    officeUpdates: [
      ...job.officeUpdates,
      {
        commandId: received.messageId,
        details: received.details,
        receivedOn: actor.at.toISOString(),
      },
    ],
  });
  const { messageId: commandId, details } = received;
  await addAlert(actor, job, { kind: "job-changed", commandId, details });
  return "alert";
}
