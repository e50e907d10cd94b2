import { begunStatuses } from "@fieldfare/domain";
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
    messageQueue.filter((row) => !isAutomatic(row)).count(),
  ]);
  return { count, isSent: signedIn > 0 && !mustSignIn };
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
