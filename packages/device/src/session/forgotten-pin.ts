import { changePin, ping, problemCode } from "@fieldfare/contract";
import { done, refused, type Result } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import { transactShared } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { noFailures } from "./lock-out.ts";
import { sealProfile } from "./seal.ts";
import { nameEngineer } from "./named-engineer.ts";
import { type SignedIn, signInToDevice } from "./sign-in.ts";

export type ForgottenPinRefusal =
  | "offline"
  | "too-many"
  | "device-locked"
  /** The password or the code is not right, or the sign-in at the provider was somebody else's or has ended. */
  | "wrong-proof"
  /** The code has expired, was used, or was tried too often. */
  | "code-ended"
  | "not-changed";

/** What a stranger with the phone does not have. */
export type PinProof =
  | { readonly password: string }
  | { readonly code: string }
  /** A sign-in at the provider with this browser, just now. */
  | { readonly provider: true };

/**
 * Changes the PIN of this engineer's installation when the server takes the password, the code
 * that the office has read out, or a sign-in at the provider. The profile sealed under
 * the old PIN is dropped and, if the app is open, sealed again under the new one. Then the engineer signs in with it. Returns
 * null when that sign-in fails; the sign-in screen then asks for the new PIN.
 */
export async function changeForgottenPin(
  device: Device,
  answers: {
    readonly email: string;
    readonly proof: PinProof;
    readonly pin: string;
    readonly again: string;
  },
): Promise<Result<SignedIn | null, ForgottenPinRefusal>> {
  const email = answers.email.trim().toLowerCase();
  const named = await nameEngineer(device, email);
  const { deviceId } = named;
  const pingAnswer = await callServer(device, ping, {}, named);
  if (!pingAnswer.ok && pingAnswer.failure.kind !== "device") return refused("offline");
  if (deviceId === null) return refused("not-changed");
  const body = {
    logonName: { email },
    pin: answers.pin,
    reEnterPin: answers.again,
    deviceId,
    ...answers.proof,
  };
  const answer = await callServer(device, changePin, { body }, named);
  if (!answer.ok) {
    const { failure } = answer;
    if (failure.kind === "network") return refused("offline");
    if (failure.kind === "device" && failure.error === "locked") return refused("device-locked");
    const code = failure.kind === "problem" ? failure.problem.code : "";
    return refused(refusals[code] ?? "not-changed");
  }
  // The sign-in that follows may get no answer, and the locked app must open with the new PIN all the same. At a start
  // the data key is not known yet: without it a profile opens nothing.
  const database = named.database ?? null;
  const claims = database?.sealing?.isLocked ? null : (await database?.token.get(1))?.claims;
  const profile = claims && { username: email, claims };
  const offlineLogin =
    profile && (await sealProfile(device.ports, answers.pin, profile, database?.sealing ?? null));
  await transactShared(device, ["login"], async (unit) => {
    const row = await unit.database.login.get(email);
    const changed = { offlineLogin: offlineLogin ?? null, authenticator: null, ...noFailures };
    if (row) await unit.put("login", { ...row, ...changed });
  });
  const signedIn = await signInToDevice(device, { email, pin: answers.pin });
  return done(signedIn.ok ? signedIn.value : null);
}

const refusals: Readonly<Record<string, ForgottenPinRefusal>> = {
  [problemCode.tooManyAttempts]: "too-many",
  [problemCode.badCredentials]: "wrong-proof",
  [problemCode.resetCodeEnded]: "code-ended",
};
