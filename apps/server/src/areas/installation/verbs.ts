import type {
  CallAnswer,
  checkInstallation,
  getInstallation,
  Installation,
  register,
  setPin,
} from "@fieldfare/contract";
import { deviceState } from "@fieldfare/domain";
import { hashSecret } from "../../database/secrets.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { bindSignIn, findDevice, newestDevice, storeDevice, storePin } from "./store.ts";

type State = CallAnswer<typeof getInstallation>;

/** The five states. A device of somebody else counts as none. */
export async function stateOfDevice(
  { database }: Server,
  fieldOperativeId: string,
  deviceId: string | null,
  hasLocalData: "true" | "false" | undefined,
): Promise<State> {
  const named = deviceId ? await findDevice(database, deviceId) : null;
  const own = named?.fieldOperativeId === fieldOperativeId ? named : null;
  if (own) {
    if (own.locked) return { deviceState: deviceState.locked, deviceId: own.deviceId };
    const state = hasLocalData === "false" ? deviceState.clientRecovery : deviceState.valid;
    return { deviceState: state, deviceId: own.deviceId };
  }
  const newest = await newestDevice(database, fieldOperativeId);
  if (!newest) return { deviceState: deviceState.notFound, deviceId: null };
  if (newest.locked) return { deviceState: deviceState.locked, deviceId: newest.deviceId };
  return { deviceState: deviceState.clientOnlyInstall, deviceId: newest.deviceId };
}

export async function judgeInstallation(
  { database }: Server,
  fieldOperativeId: string,
  deviceId: string | null,
): Promise<CallAnswer<typeof checkInstallation>> {
  const named = deviceId ? await findDevice(database, deviceId) : null;
  const isForeign = named !== null && named.fieldOperativeId !== fieldOperativeId;
  return { outcome: isForeign ? "ExistingDeviceRegistrationFound" : "ok" };
}

/** The same device again is installed anew; an engineer may have several. */
export async function registerDevice(
  { database }: Server,
  fieldOperativeId: string,
  familyId: string,
  answers: Installation,
): Promise<CallAnswer<typeof register> | Refusal> {
  const { userPin, engineerSignature, ...installation } = answers;
  const { deviceId } = answers;
  const named = await findDevice(database, deviceId);
  if (named && named.fieldOperativeId !== fieldOperativeId) return refuse("conflict");
  if (named?.locked) return refuse("device-locked");
  const pinHash = await hashSecret(userPin);
  const stored = await database.orm.transaction(async (orm) => {
    const isStored = await storeDevice(orm, {
      deviceId,
      fieldOperativeId,
      pinHash,
      installation,
      installedOn: new Date(answers.installedOn),
      signature: engineerSignature,
    });
    if (isStored) await bindSignIn(orm, familyId, deviceId);
    return isStored;
  });
  return stored ? { deviceState: deviceState.valid, deviceId } : refuse("conflict");
}

export async function changePin(
  { database }: Server,
  fieldOperativeId: string,
  deviceId: string,
  pin: string,
): Promise<CallAnswer<typeof setPin> | Refusal> {
  const pinHash = await hashSecret(pin);
  const changed = await storePin(database, deviceId, fieldOperativeId, pinHash);
  return changed ? ok : refuse("not-found");
}
