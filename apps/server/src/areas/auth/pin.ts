import type { CallBody, changePin } from "@fieldfare/contract";
import { hashSecret, verifySecret } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { recordAccountEvent } from "./account-events.ts";
import { checkDeviceKey, settleDeviceKey } from "./device-key.ts";
import { forgetWrongPins } from "./attempts.ts";
import { refusePin } from "./pin-rule.ts";
import { deleteResetCode, verifyResetCode } from "./reset-code.ts";
import { buildAttemptKeys, withinLimit } from "./sign-in.ts";
import { findOwnDevice, type Person, personByEmail, storePin } from "./store.ts";

type Device = NonNullable<Awaited<ReturnType<typeof findOwnDevice>>>;

/**
 * Sets a new PIN for a registered device whose engineer has forgotten the old one and so cannot sign in. The proof is
 * the engineer's password, or a code that the office has read out. Whoever holds the phone has neither.
 */
export async function resetPin(
  server: Server,
  { logonName: { email }, pin, deviceId, password, code }: CallBody<typeof changePin>,
  source: DeviceSource,
): Promise<true | Refusal> {
  const { database, config } = server;
  if (!config.mayResetPin) return refuse("forbidden");
  const refusal = refusePin("pin", pin) ?? refuseProof(password, code);
  if (refusal) return refusal;
  const person = await personByEmail(database, email);
  const device = person?.fieldOperativeId
    ? await findOwnDevice(database, deviceId, person.fieldOperativeId)
    : null;
  if (device?.locked) return refuse("device-locked");
  if (device && person?.disabledOn) return refuse("account-disabled");
  const prove = async (): Promise<true | Refusal | null> => {
    if (code !== undefined)
      return device && verifyResetCode(server, { device, person, source }, code);
    const hash = device && person ? person.passwordHash : null;
    return (await verifySecret(password ?? "", hash)) || null;
  };
  // The tries of a code are counted with the code.
  const proof =
    device && code !== undefined
      ? ((await prove()) ?? refuse("bad-credentials"))
      : await withinLimit(
          server,
          buildAttemptKeys(server, { email, address: source.address }, device),
          prove,
        );
  if (isRefusal(proof)) return proof;
  if (!person || !device) return refuse("bad-credentials");
  return storeResetPin(server, { person, device, pin, code, source });
}

function refuseProof(password: string | undefined, code: string | undefined): Refusal | null {
  if ((password === undefined) !== (code === undefined)) return null;
  return refuse("invalid", {
    issues: [{ path: "password", message: "Give either the password or the code of the office" }],
  });
}

interface ProvenReset {
  readonly person: Person;
  readonly device: Device;
  readonly pin: string;
  readonly code: string | undefined;
  readonly source: DeviceSource;
}

async function storeResetPin(
  { database, config }: Server,
  { person, device, pin, code, source: { proof, ...source } }: ProvenReset,
): Promise<true | Refusal> {
  const { deviceId, fieldOperativeId } = device;
  const pinHash = await hashSecret(pin);
  return database.orm.transaction(async (orm): Promise<true | Refusal> => {
    const at = config.now();
    const unsigned = proof.ownKey ? null : await checkDeviceKey(orm, device, { proof, source, at });
    if (unsigned) return unsigned;
    // A code works once: of two uses at the same time one finds it gone.
    const wasOpen = await deleteResetCode(orm, fieldOperativeId);
    if (code !== undefined && !wasOpen) return refuse("reset-code-ended");
    const secret = code === undefined ? "password" : "reset-code";
    const mismatch = await settleDeviceKey(orm, device, { proof, secret, source, at });
    if (mismatch) return mismatch;
    await storePin({ orm }, deviceId, pinHash, at);
    // An engineer who has forgotten the PIN has tried it: those failures must not lock the new one.
    await forgetWrongPins({ orm }, person.email, device);
    await recordAccountEvent(
      orm,
      {
        action: "pin-changed",
        source,
        objectType: "device",
        objectId: deviceId,
        fieldOperativeId,
        after: { proof: secret },
      },
      at,
    );
    return true;
  });
}
