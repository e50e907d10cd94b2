import { type MessageType, problemCode, refusalCodes } from "@fieldfare/contract";
import type { OutboxRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import type { WaitCause } from "../outbox/sender.ts";

/**
 * Messages that the phone sends the office by itself. They are sent like the others and are not the
 * engineer's work.
 */
const automaticTypes: readonly MessageType[] = ["CommandAcknowledgement", "MemoryProfile"];

/** Whether the phone sends the message by itself, so that the engineer has recorded nothing with it. */
export function isAutomatic({ type }: { readonly type: MessageType }): boolean {
  return automaticTypes.includes(type);
}

/** The state of the engineer's work in the outbox. The phone's own answers are not counted. */
export interface OutboxSummary {
  readonly state: "all-sent" | "waiting" | "attention";
  readonly waiting: number;
  readonly blocked: number;
  /** When the oldest waiting message was queued; null when none waits. */
  readonly oldestOn: string | null;
  /** Why the last attempts failed; null when none did. */
  readonly cause: WaitCause | null;
}

/**
 * Reads whether all work is sent, how many messages wait and how old the oldest is. One
 * transaction, because the counts belong together and every start of the app reads them.
 */
export async function readOutboxSummary(device: Device): Promise<OutboxSummary> {
  const nothing = {
    state: "all-sent",
    waiting: 0,
    blocked: 0,
    oldestOn: null,
    cause: null,
  } as const;
  const { engineer } = device;
  if (!engineer) return nothing;
  const { token, messageQueue, parkedLane } = engineer;
  return engineer.transaction("r", [token, messageQueue, parkedLane], async () => {
    if ((await token.count()) === 0) return nothing;
    const automaticKeys = automaticTypes.map((type) => `${engineer.ownerId}:${type}`);
    const [all, automatic, oldest, blocked, attempted] = await Promise.all([
      messageQueue.count(),
      messageQueue.where("lane").anyOf(automaticKeys).count(),
      messageQueue
        .orderBy("id")
        .filter((row) => !isAutomatic(row))
        .first(),
      parkedLane.count(),
      messageQueue.where("sendAttempts").above(0).toArray(),
    ]);
    const waiting = all - automatic;
    const cause = readCause(attempted);
    const state = blocked > 0 ? "attention" : waiting > 0 ? "waiting" : "all-sent";
    return { state, waiting, blocked, oldestOn: oldest?.messageCreatedOn ?? null, cause };
  });
}

/** A refused message tells nothing about the others. */
function readCause(attempted: readonly OutboxRow[]): WaitCause | null {
  const failures = attempted.flatMap(({ lastFailure }) => lastFailure ?? []);
  const hasCode = (wanted: string) => failures.some(({ code }) => code === wanted);
  if (hasCode(problemCode.imagesUnavailable)) return "images";
  const otherFailures = failures.filter(({ code }) => code === null || !refusalCodes.has(code));
  if (otherFailures.length === 0) return null;
  return otherFailures.some(({ status }) => status !== null) ? "server" : "network";
}
