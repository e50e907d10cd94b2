import type { Payload } from "@fieldfare/contract";
import type { Actor } from "../actions/act.ts";
import type { TableName } from "../database/database.ts";
import type { Device } from "../device.ts";
import { queueMessage } from "../outbox/queue.ts";

export type CommandOutcome = Payload<"CommandAcknowledgement">["outcome"];

export const commandTables = ["polling"] as const satisfies readonly TableName[];

/**
 * Stores the outcome of a command and queues it for the office, in the transaction that applied the
 * command.
 */
export async function acknowledge(
  device: Device,
  actor: Actor,
  command: {
    readonly messageId: string;
    readonly type: string;
    readonly jobId?: string;
    readonly formattedJobId?: string | null;
  },
  outcome: CommandOutcome,
  details: string | null = null,
): Promise<void> {
  const { messageId: commandId, type, jobId = null, formattedJobId = null } = command;
  const { unit } = actor;
  const acknowledgedOn = actor.at.toISOString();
  await unit.put("polling", {
    id: commandId,
    handledOn: acknowledgedOn,
    outcome,
    type,
    details,
    jobId,
    formattedJobId,
  });
  await queueMessage(
    device,
    unit,
    "CommandAcknowledgement",
    { correlationId: commandId },
    {
      commandId,
      outcome,
      ...(details !== null && { details: details.slice(0, 2_000) }),
      acknowledgedOn,
    },
  );
}
