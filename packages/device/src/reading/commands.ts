import type { PollingRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** What the office asked of this engineer's device, newest first. */
export interface ReceivedCommand {
  readonly commandId: string;
  /** Null of those from before this was kept. */
  readonly type: string | null;
  /** Null while it is being done. */
  readonly outcome: string | null;
  readonly details: string | null;
  /** The job that it is about, as people call it; null where it was about none or the job was not here. */
  readonly formattedJobId: string | null;
  readonly on: string;
  /** The answer waits to be sent. */
  readonly isAnswerWaiting: boolean;
}

const maxShown = 200;

export async function readCommands(device: Device): Promise<readonly ReceivedCommand[]> {
  const { database } = device;
  const ownerId = await readOwner(device);
  if (ownerId === null) return [];
  const [handled, tasks, waiting] = await Promise.all([
    database.polling.filter((row) => (row.ownerId ?? ownerId) === ownerId).toArray(),
    database.exportTask.where("ownerId").equals(ownerId).toArray(),
    database.messageQueue.where("lane").equals(`${ownerId}:CommandAcknowledgement`).toArray(),
  ]);
  const unsent = new Set(waiting.map((row) => row.correlationId));
  const answered = handled.map((row) => toHandledCommand(row, unsent.has(row.id)));
  const runningExports = tasks.flatMap((task) =>
    task.commandId === null
      ? []
      : [toRunningCommand(task.commandId, task.startedOn, task.lastError)],
  );
  return [...runningExports, ...answered]
    .sort((a, b) => b.on.localeCompare(a.on))
    .slice(0, maxShown);
}

function toHandledCommand(row: PollingRow, isAnswerWaiting: boolean): ReceivedCommand {
  return {
    commandId: row.id,
    type: row.type ?? null,
    outcome: row.outcome,
    details: row.details ?? null,
    formattedJobId: row.formattedJobId ?? null,
    on: row.handledOn,
    isAnswerWaiting,
  };
}

function toRunningCommand(commandId: string, on: string, details: string | null): ReceivedCommand {
  return {
    commandId,
    type: "ExportDatabase",
    outcome: null,
    details,
    formattedJobId: null,
    on,
    isAnswerWaiting: false,
  };
}
