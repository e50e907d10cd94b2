import { compareMoments } from "@fieldfare/domain";
import type { PollingRow } from "../database/rows.ts";
import type { ExportTaskRow } from "../database/tool-rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** A command that the office sent to this engineer's device. */
export interface ReceivedCommand {
  readonly commandId: string;
  /** Null in rows of earlier builds. */
  readonly type: string | null;
  /** Null while the command is being carried out. */
  readonly outcome: string | null;
  readonly details: string | null;
  /**
   * The number by which people know the job; null when the command concerned none, or the job was
   * not here.
   */
  readonly formattedJobId: string | null;
  readonly on: string;
  /** The acknowledgement waits to be sent. */
  readonly isAnswerWaiting: boolean;
}

const maxShown = 200;

/** Reads what the office has commanded, the newest first: running exports, and what was handled. */
export async function readCommands(device: Device): Promise<readonly ReceivedCommand[]> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return [];
  const { database } = device;
  const [handled, tasks, waiting] = await Promise.all([
    database.polling.toArray(),
    database.exportTask.toArray(),
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
    .sort((a, b) => compareMoments(b.on, a.on))
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

/** Reads the state of the engineer's own export; null when none is under way. */
export async function readExport(device: Device): Promise<ExportTaskRow | null> {
  if ((await readOwner(device)) === null) return null;
  const tasks = await device.database.exportTask.toArray();
  return tasks.find((task) => task.commandId === null) ?? null;
}
