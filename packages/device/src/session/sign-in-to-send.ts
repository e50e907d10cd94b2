import { sendByProvider, sendingToken, type TokenClaims } from "@fieldfare/contract";
import { destinationByState, deviceState } from "@fieldfare/domain";
import { callServer, type NamedEngineer } from "../api/call.ts";
import { readClaims } from "../api/claims.ts";
import type { EngineerDatabase } from "../database/database.ts";
import { pickKnownInstallation } from "../database/installations.ts";
import { transact } from "../database/unit.ts";
import { openForSignIn, switchUser } from "../database/user-switch.ts";
import type { Device, PendingCredentials } from "../device.ts";
import { unlockWithSecret } from "./data-key-at-sign-in.ts";
import { noFailures } from "./lock-out.ts";
import type { SignedIn } from "./sign-in.ts";

/**
 * Signs an engineer in whose device is locked, or whose account is disabled, so that the messages that
 * wait here can be sent. The server has to take the PIN or password. The device stays locked: the
 * sign-in has no token, and the credentials wait in memory, as after a sign-in without a network.
 * Returns null when the server does not take them, or no message waits.
 */
export async function signInToSend(
  device: Device,
  credentials: PendingCredentials,
  named: NamedEngineer,
): Promise<SignedIn | null> {
  const answer = await callServer(device, sendingToken, { body: credentials }, named);
  const claims = answer.ok ? readClaims(answer.value.token) : null;
  if (!claims) return null;
  const row = await device.shared.login.get(credentials.email);
  const database = await openForSignIn(device, claims.id);
  // The office may unlock the device while the app is open: whoever has entered the PIN is not asked again.
  await unlockWithSecret(device, database, row, {
    field: credentials.pin === undefined ? "offlinePassword" : "offlineLogin",
    secret: credentials.pin ?? credentials.password ?? "",
    username: credentials.email,
  });
  return storeSendingSignIn(device, database, claims, credentials);
}

/**
 * The same after a sign-in at the provider, which counts once: the token itself waits in memory. When it has expired, only
 * another sign-in sends.
 */
export async function signInToSendByProvider(
  device: Device,
  email: string,
  named: NamedEngineer,
): Promise<SignedIn | null> {
  const answer = await callServer(device, sendByProvider, { body: {} }, named);
  const claims = answer.ok ? readClaims(answer.value.token) : null;
  if (!answer.ok || !claims) return null;
  const database = await openForSignIn(device, claims.id);
  const credentials = { email, sendingToken: answer.value.token };
  return storeSendingSignIn(device, database, claims, credentials);
}

async function storeSendingSignIn(
  device: Device,
  database: EngineerDatabase,
  claims: TokenClaims,
  credentials: PendingCredentials,
): Promise<SignedIn | null> {
  const { messageQueue, setting: settings } = database;
  const setting = await settings.get(1);
  if (!setting || (await messageQueue.count()) === 0) return null;
  const { email } = credentials;
  const row = await device.shared.login.get(email);
  const login = {
    ...row,
    email,
    ownerId: claims.id,
    installation: pickKnownInstallation(setting),
    offlineLogin: row?.offlineLogin ?? null,
    ...noFailures,
    lastLoginDate: device.ports.now().toISOString(),
    lastFailedLoginDate: row?.lastFailedLoginDate ?? null,
  };
  await switchUser(device, login, (signedIn) =>
    transact(signedIn, ["token", "setting"], async (unit) => {
      const current = await unit.database.setting.get(1);
      await unit.put("setting", { ...setting, ...current, enabled: false });
      await unit.put("token", {
        id: 1,
        tokenModel: null,
        claims,
        signedInOn: device.ports.now().toISOString(),
      });
    }),
  );
  device.pending.credentials = credentials;
  device.ports.triggerSending();
  const state = deviceState.locked;
  return { deviceState: state, destination: destinationByState[state], fullSync: false };
}
