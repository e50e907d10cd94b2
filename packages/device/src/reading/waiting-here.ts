import { begunStatuses } from "@fieldfare/domain";
import type { EngineerDatabase } from "../database/database.ts";
import type { Device } from "../device.ts";
import { isSignInNeeded } from "../session/token.ts";
import { isAutomatic } from "./outbox-summary.ts";

export interface WaitingHere {
  /** The messages with work of the engineer who was the last to sign in on this browser, whoever that was. */
  readonly count: number;
  /** False: they wait for the next sign-in of that engineer. */
  readonly isSent: boolean;
}

/** Reads what waits on this phone, for the screens of somebody who has not signed in. It names nobody. */
export async function readWaitingHere(device: Device): Promise<WaitingHere> {
  const { engineer } = device;
  if (!engineer) return { count: 0, isSent: false };
  const { token, messageQueue } = engineer;
  const [signedIn, mustSignIn, count] = await Promise.all([
    token.count(),
    isSignInNeeded(device),
    countWork(messageQueue),
  ]);
  return { count, isSent: signedIn > 0 && !mustSignIn };
}

/**
 * Counts the messages of each other engineer that wait on this phone for the next sign-in of that engineer: only the
 * current user's are sent. It names nobody, and leaves out those who have none. A database that is not open yet is opened,
 * so a live query cannot call it.
 */
export async function readWaitingOfOthers(device: Device): Promise<readonly number[]> {
  const { shared, engineers, engineer } = device;
  const [logins, setting] = await Promise.all([shared.login.toArray(), shared.setting.get(1)]);
  // Opening a database would create it again where it is being deleted.
  const passedOver = new Set([engineer?.ownerId, ...(setting?.wipes ?? []).map(toOwnerId)]);
  const ownerIds = new Set(logins.flatMap((login) => toOwnerId(login) ?? []));
  const counts = await Promise.all(
    [...ownerIds]
      .filter((ownerId) => !passedOver.has(ownerId))
      .map(async (ownerId) => {
        const database = await engineers.open(ownerId);
        return database ? countWork(database.messageQueue) : 0;
      }),
  );
  return counts.filter((count) => count > 0);
}

const toOwnerId = ({ ownerId }: { readonly ownerId?: string | null }) => ownerId;

function countWork(messageQueue: EngineerDatabase["messageQueue"]): Promise<number> {
  return messageQueue.filter((row) => !isAutomatic(row)).count();
}

/**
 * Whether a visit has begun on this phone and not ended, or something was typed and not saved: the server receives what
 * was recorded in it with the end of the visit. No row is opened, so that the locked app may ask.
 */
export async function hasOpenVisit({ engineer }: Device): Promise<boolean> {
  if (!engineer) return false;
  const [visits, drafts] = await Promise.all([
    engineer.job.where("status").anyOf(begunStatuses).count(),
    engineer.draft.count(),
  ]);
  return visits + drafts > 0;
}
