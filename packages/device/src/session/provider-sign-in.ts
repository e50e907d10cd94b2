import { problemCode, readProviderSignIn, signInByProvider } from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import { callServer, type NamedEngineer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import { StorageError } from "../database/unit.ts";
import { openForSignIn } from "../database/user-switch.ts";
import type { Device } from "../device.ts";
import { describeUnlocked } from "./app-lock.ts";
import { normaliseEmail } from "./lock-out.ts";
import { nameEngineer } from "./named-engineer.ts";
import { acceptToken, type SignedIn, type SignInRefusal } from "./sign-in.ts";

export type ProviderSignInRefusal =
  | SignInRefusal
  /** Nobody has signed in at the provider with this browser, or it was used, or is too old. */
  | "not-signed-in";

/**
 * Signs in the engineer who has just signed in at the provider with this browser. On a phone where the engineer has a
 * PIN it stays as it is: nothing was entered here that could protect what is stored. On a locked device, or while the
 * account is disabled, it sends what waits and opens nothing, as a sign-in with the password does.
 */
export async function signInWithProvider(
  device: Device,
): Promise<Result<SignedIn, ProviderSignInRefusal>> {
  const who = await callServer(device, readProviderSignIn, {});
  if (!who.ok) return refused(describeFailure(who.failure));
  try {
    const { email, named } = await findInstallation(device, who.value);
    const answer = await callServer(device, signInByProvider, { body: {} }, named);
    if (!answer.ok) {
      const sending =
        answer.failure.kind === "device" && (await signInToSend(device, email, named));
      return sending ? done(sending) : refused(describeFailure(answer.failure));
    }
    const result = await acceptToken(device, { email }, answer.value);
    if (result.ok) device.events.emit(describeUnlocked(device));
    return result;
  } catch (error) {
    if (error instanceof StorageError) return refused(error.refusal);
    throw error;
  }
}

/** Seldom needed, so it is loaded then. */
async function signInToSend(device: Device, email: string, named: NamedEngineer) {
  const module = await import("./sign-in-to-send.ts").catch(() => null);
  return (await module?.signInToSendByProvider(device, email, named)) ?? null;
}

/** Who has signed in at the provider with this browser, and has not used that yet. Null: nobody, or no answer. */
export async function readProviderEmail(device: Device): Promise<string | null> {
  const who = await callServer(device, readProviderSignIn, {});
  return who.ok ? who.value.email : null;
}

/**
 * The sign-in counts once, so the device of this engineer in this browser has to be known before: by the sign-ins that are
 * stored here or, after the browser has lost its data, by the recovery record.
 */
async function findInstallation(
  device: Device,
  who: { readonly id: string; readonly email: string },
): Promise<{ email: string; named: NamedEngineer }> {
  const rows = await device.shared.login.toArray();
  const own = rows.find((row) => row.ownerId === who.id && row.installation);
  const email = own?.email ?? normaliseEmail(who.email);
  const named = await nameEngineer(device, email);
  const record = named.deviceId === null ? device.ports.recoveryRecords?.read(who.id) : null;
  if (!record) return { email, named };
  const database = await openForSignIn(device, who.id);
  return { email, named: { deviceId: record.deviceId, database } };
}

function describeFailure(failure: CallFailure): ProviderSignInRefusal {
  if (failure.kind === "device") return "device-locked";
  if (failure.kind !== "problem" || failure.status >= 500 || failure.status === 429)
    return "network";
  return failure.problem.code === problemCode.deviceUnapproved
    ? "device-unapproved"
    : "not-signed-in";
}
