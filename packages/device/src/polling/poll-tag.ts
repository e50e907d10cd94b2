import { type CallAnswer, ping } from "@fieldfare/contract";
import { readAnswer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import { send, Unchanged } from "../api/request.ts";
import type { EngineerDatabase } from "../database/database.ts";
import type { SettingRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { pingOnce } from "./shared-ping.ts";

/** The server takes a tag for two hours. A full poll in between tries the sign-in as well. */
const maxTagMs = 3_600_000;

interface PollTag {
  readonly tag: string;
  /** By the clock that only counts. */
  readonly receivedAt: number;
}

/** In memory: a page that starts polls in full. */
const tags = new WeakMap<EngineerDatabase, PollTag>();

/** How many messages waited by what the server was last told. In memory. */
const reports = new WeakMap<EngineerDatabase, number>();

/** Remembers what a poll has told the server about the messages that wait. */
export function rememberReport({ engineer }: Device, unsent: number): void {
  if (engineer) reports.set(engineer, unsent);
}

/** Whether the office reads that messages wait: once they are sent, it should not have to wait for the next poll. */
export function hasReportedUnsent({ engineer }: Device): boolean {
  return engineer !== null && (reports.get(engineer) ?? 0) > 0;
}

/** Remembers the tag of a poll; undefined: the server has sent none. */
export function rememberPollTag({ engineer, ports }: Device, tag: string | undefined): void {
  if (!engineer) return;
  if (tag === undefined) tags.delete(engineer);
  else tags.set(engineer, { tag, receivedAt: ports.elapsed() });
}

/**
 * Pings the server. If the phone has polled in the last hour and nothing waits on it, the ping also asks whether another
 * poll would bring anything: if not, the answer is `Unchanged`, without a body.
 */
export async function pingForPoll(
  device: Device,
  setting: SettingRow,
): Promise<Answer<CallAnswer<typeof ping> | Unchanged>> {
  const tag = await findUsableTag(device, setting);
  if (tag === null) return pingOnce(device, "poll");
  const { method, path } = ping;
  const { deviceId } = setting;
  const answer = await send(device, { method, path, deviceId, ifNoneMatch: tag });
  if (!answer.ok || !(answer.value instanceof Unchanged)) return readAnswer(device, ping, answer);
  // The server takes such a ping for the report that nothing waits.
  rememberReport(device, 0);
  return { ok: true, value: answer.value };
}

/** Null: the poll has something to say or to fetch, or the last full one is too long ago. */
async function findUsableTag(
  { engineer, ports }: Device,
  { enabled, recoveryPending }: SettingRow,
): Promise<string | null> {
  const known = engineer && tags.get(engineer);
  if (!engineer || !known || !enabled || recoveryPending) return null;
  if (ports.elapsed() - known.receivedAt > maxTagMs) return null;
  const [unsent, blockedKeys, token] = await Promise.all([
    engineer.messageQueue.count(),
    engineer.parkedLane.count(),
    engineer.token.get(1),
  ]);
  const isSignedIn = token?.tokenModel !== undefined && token.isRefused !== true;
  return unsent === 0 && blockedKeys === 0 && isSignedIn ? known.tag : null;
}
