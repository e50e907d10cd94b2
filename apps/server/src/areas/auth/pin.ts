import type { CallBody, changePin } from "@fieldfare/contract";
import { hashCredential, verifyCredential } from "../../database/secrets.ts";
import type { DeviceSource } from "../../http/audit-source.ts";
import { isRefusal, type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { readBrowserSignIn, takeBrowserSignIn } from "../oidc/browser-sign-ins.ts";
import { recordAccountEvent } from "./account-events.ts";
import { checkDeviceKey, isFromDevice, settleDeviceKey } from "./device-key.ts";
import { forgetWrongPins } from "./attempts.ts";
import { refusePin } from "./pin-rule.ts";
import { deleteResetCode, verifyResetCode } from "./reset-code.ts";
import { buildAttemptKeys, withinLimit } from "./sign-in.ts";
import {
  findOwnDevice,
  isUnchanged,
  isUnlocked,
  type Person,
  personByEmail,
  storePin,
} from "./store.ts";

type Device = NonNullable<Awaited<ReturnType<typeof findOwnDevice>>>;

/**
 * Sets a new PIN for a registered device whose engineer has forgotten the old one and so cannot sign in. The proof is
 * the engineer's password, a code that the office has read out, or a sign-in at the OpenID Connect provider with this
 * browser, which its cookie names. Somebody who only holds the phone has none of them.
 */
export async function resetPin(
  server: Server,
  { logonName: { email }, pin, deviceId, ...given }: CallBody<typeof changePin>,
  source: DeviceSource,
  cookie: string,
): Promise<true | Refusal> {
  const { password, code, provider } = given;
  const { database, config } = server;
  if (!config.mayResetPin) return refuse("forbidden");
  const refusal = refusePin("pin", pin) ?? refuseProof(given);
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
    return (await verifyCredential(password ?? "", hash)) || null;
  };
  // Somebody who knows the id of a device, but does not have its key, locks nobody out there.
  const counted = device && isFromDevice(device, source.proof) ? device : null;
  // The tries of a code are counted with the code, and nobody can guess a cookie.
  const proof = provider
    ? await isSignedInAtProvider(server, cookie, person)
    : device && code !== undefined
      ? ((await prove()) ?? refuse("bad-credentials"))
      : await withinLimit(
          server,
          buildAttemptKeys(server, { email, address: source.address }, counted),
          prove,
        );
  if (isRefusal(proof)) return proof;
  if (!person || !device) return refuse("bad-credentials");
  const secret = provider ? "provider" : code === undefined ? "password" : "reset-code";
  return storeResetPin(server, { person, device, pin, secret, cookie, source });
}

function refuseProof({
  password,
  code,
  provider,
}: Pick<CallBody<typeof changePin>, "password" | "code" | "provider">): Refusal | null {
  if ([password, code, provider].filter((proof) => proof !== undefined).length === 1) return null;
  return refuse("invalid", {
    issues: [
      {
        path: "password",
        message: "Give the password, the code of the office, or a sign-in at the provider",
      },
    ],
  });
}

async function isSignedInAtProvider(
  { database, config }: Server,
  cookie: string,
  person: Person | null,
): Promise<true | Refusal> {
  const accountId = await readBrowserSignIn(database.orm, cookie, config.now());
  return accountId !== null && accountId === person?.accountId ? true : refuse("bad-credentials");
}

interface ProvenReset {
  readonly person: Person;
  readonly device: Device;
  readonly pin: string;
  readonly secret: "password" | "reset-code" | "provider";
  readonly cookie: string;
  readonly source: DeviceSource;
}

async function storeResetPin(
  { database, config }: Server,
  { person, device, pin, secret, cookie, source: { proof, ...source } }: ProvenReset,
): Promise<true | Refusal> {
  const { deviceId, fieldOperativeId } = device;
  const pinHash = await hashCredential(pin);
  return database.orm.transaction(async (orm): Promise<true | Refusal> => {
    const at = config.now();
    // The account or the device may have been changed while the secret was checked.
    if (!(await isUnchanged(orm, person))) return refuse("bad-credentials");
    if (!(await isUnlocked(orm, deviceId))) return refuse("device-locked");
    const unsigned = proof.ownKey ? null : await checkDeviceKey(orm, device, { proof, source, at });
    if (unsigned) return unsigned;
    // A code works once: of two uses at the same time one finds it gone.
    const wasOpen = await deleteResetCode(orm, fieldOperativeId);
    if (secret === "reset-code" && !wasOpen) return refuse("reset-code-ended");
    if (secret === "provider" && (await takeBrowserSignIn(orm, cookie, at)) === null)
      return refuse("bad-credentials");
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
