import {
  command,
  type Command,
  type CommandType,
  getCommands,
  logDump,
  logDumpData,
  type Payload,
  unknownCommand,
} from "@fieldfare/contract";
import { done, refused } from "@fieldfare/domain";
import { type Actor, act } from "../actions/act.ts";
import { applyRemoval, jobDataTables } from "../actions/removal.ts";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";
import { readOwner } from "../session/session.ts";

type CommandOutcome = Payload<"CommandAcknowledgement">["outcome"];

type Handler<T extends CommandType> = (
  device: Device,
  actor: Actor,
  received: Extract<Command, { type: T }>,
) => Promise<CommandOutcome>;

/** What each command does, in the transaction that also queues its acknowledgement. */
const handlers: { readonly [T in CommandType]: Handler<T> } = {
  CancelJob: (device, actor, received) => applyRemoval(device, actor, received),
  JobUpdate: applyJobUpdate,
  DataDump: async () => "done",
  ExportDatabase: async () => "unsupported",
};

/** Fetches what the office asks and applies it, one by one: one that fails stops no other. */
export async function pollCommands(device: Device): Promise<void> {
  const ownerId = await readOwner(device);
  const answer = await callServer(device, getCommands, {});
  if (!answer.ok || ownerId === null) return;
  for (const received of answer.value.commands) {
    const parsed = command.safeParse(received);
    if (parsed.success) await applyCommand(device, ownerId, parsed.data);
    else await applyUnknown(device, ownerId, unknownCommand.parse(received));
  }
}

async function applyCommand(device: Device, ownerId: string, received: Command): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  if (received.type === "DataDump" && !(await dumpData(device, received.messageId))) return;
  await act(device, [...jobDataTables, "polling"], async (actor) => {
    // Somebody else has signed in while the answer was under way: this is not asked of him.
    if (actor.ownerId !== ownerId) return refused("signed-out");
    if (await actor.unit.database.polling.get(received.messageId)) return done(false);
    const handle = handlers[received.type] as Handler<CommandType>;
    await acknowledge(device, actor, received.messageId, await handle(device, actor, received));
    return done(true);
  });
}

async function applyUnknown(
  device: Device,
  ownerId: string,
  received: { readonly messageId: string; readonly type: string },
): Promise<void> {
  if (await device.database.polling.get(received.messageId)) return;
  await act(device, ["polling", "log"], async (actor) => {
    if (actor.ownerId !== ownerId) return refused("signed-out");
    if (await actor.unit.database.polling.get(received.messageId)) return done(false);
    await actor.unit.put("log", {
      logId: received.messageId,
      loggedOn: actor.at.toISOString(),
      level: "warning",
      message: `The command ${received.type} is not known to this version or is not complete`,
      details: null,
      ownerId: actor.ownerId,
    });
    await acknowledge(device, actor, received.messageId, "unsupported");
    return done(true);
  });
}

async function acknowledge(
  device: Device,
  actor: Actor,
  commandId: string,
  outcome: CommandOutcome,
): Promise<void> {
  const acknowledgedOn = actor.at.toISOString();
  await actor.unit.put("polling", { id: commandId, handledOn: acknowledgedOn, outcome });
  await queueMessage(
    device,
    actor.unit,
    "CommandAcknowledgement",
    { ownerId: actor.ownerId, correlationId: commandId },
    { commandId, outcome, acknowledgedOn },
  );
}

async function applyJobUpdate(
  _device: Device,
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
  return "alert";
}

/** Sends the log and what waits, without its contents. A dump that fails is asked for again by the next poll. */
async function dumpData(device: Device, commandId: string): Promise<boolean> {
  const { database } = device;
  const entries = (await database.log.orderBy("id").reverse().limit(200).toArray()).map(
    ({ id: _id, ownerId: _ownerId, ...entry }) => entry,
  );
  const tables = await Promise.all(
    database.tables.map(async (table) => ({ name: table.name, rows: await table.count() })),
  );
  const queue = (await database.messageQueue.limit(500).toArray()).map(
    ({ messageId, type, status, sendAttempts, lane }) => ({
      messageId,
      type,
      status,
      sendAttempts,
      lane,
    }),
  );
  const log = await callServer(device, logDump, { body: { commandId, entries } });
  const data = await callServer(device, logDumpData, { body: { commandId, tables, queue } });
  return log.ok && data.ok;
}
