import { done, readField, refused, type Result } from "@fieldfare/domain";
import { fromBase64 } from "../base64.ts";
import type { LoginRow, StoredAuthenticator } from "../database/rows.ts";
import { transactShared } from "../database/unit.ts";
import type { Device } from "../device.ts";
import { unwrapDataKey, wrapDataKey } from "./wrapped-data-key.ts";

export { unwrapDataKey };

/** What a new credential says about itself. */
type NewCredential = Pick<
  StoredAuthenticator,
  "credentialId" | "publicKey" | "algorithm" | "hasPrf"
> &
  Pick<Assertion, "derived">;

/** A signed answer to a challenge, as the browser gives it. */
interface Assertion {
  readonly clientData: ArrayBuffer;
  readonly authenticatorData: ArrayBuffer;
  readonly signature: ArrayBuffer;
  /** The secret that the authenticator derives; missing if it derives none. */
  readonly derived?: ArrayBuffer;
}

/** The fingerprint sensor or camera of the phone, behind WebAuthn. */
export interface Authenticator {
  /** The site for which credentials are made: the page's address and its host. */
  readonly origin: string;
  readonly host: string;
  /** Null when the engineer has cancelled, or the phone refused. */
  create(request: {
    readonly challenge: Uint8Array<ArrayBuffer>;
    readonly userId: Uint8Array<ArrayBuffer>;
    readonly userName: string;
    readonly algorithms: readonly number[];
    /** As below. Not every phone derives a secret at once. */
    readonly input: Uint8Array<ArrayBuffer>;
  }): Promise<NewCredential | null>;
  /** Null as above. */
  sign(request: {
    readonly challenge: Uint8Array<ArrayBuffer>;
    readonly credentialId: ArrayBuffer;
    /** A secret is derived from it. */
    readonly input: Uint8Array<ArrayBuffer>;
  }): Promise<Assertion | null>;
}

export type AuthenticatorRefusal =
  | "no-authenticator"
  /** The engineer cancelled, or the phone did not recognise the finger or face. */
  | "not-recognised";

/** Each credential derives a secret of its own from it. */
const prfInput = new TextEncoder().encode("fieldfare data key");

/** ECDSA on P-256, and RSA for Windows. */
const algorithms = {
  [-7]: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  [-257]: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

/** Makes and stores a credential of the phone. Only `enrolAuthenticator` may call it, after the PIN. */
export async function storeAuthenticator(
  device: Device,
  email: string,
  authenticator: Authenticator,
): Promise<Result<null, AuthenticatorRefusal>> {
  const { ports } = device;
  const row = await device.shared.login.get(email);
  if (!row?.ownerId) return refused("no-authenticator");
  const created = await authenticator.create({
    challenge: ports.randomBytes(32),
    userId: new TextEncoder().encode(row.ownerId),
    userName: email,
    algorithms: Object.keys(algorithms)
      .map(Number)
      .toSorted((a, b) => b - a),
    input: prfInput,
  });
  if (!created) return refused("not-recognised");
  const { derived, ...credential } = created;
  const dataKey = device.engineer?.sealing?.dataKey;
  const added = {
    ...credential,
    signCount: 0,
    addedOn: ports.now().toISOString(),
    ...(dataKey && derived && { dataKey: await wrapDataKey(device, dataKey, derived) }),
  };
  await store(device, email, { authenticator: added });
  // Where the phone derives the secret only when it signs, it recognises the engineer once more.
  if (credential.hasPrf && !derived)
    await verifyOwner(device, { ...row, authenticator: added }, authenticator);
  return done(null);
}

/**
 * Forgets the fingerprint or face of this engineer on this device: the app asks for the PIN again.
 */
export async function removeAuthenticator(device: Device, email: string): Promise<void> {
  await store(device, email, { authenticator: null });
}

/** Stores that the fingerprint or face was offered. Returns whether that was done before. */
export async function markAuthenticatorOffered(device: Device, email: string): Promise<boolean> {
  const wasOffered = (await device.shared.login.get(email))?.isAuthenticatorOffered === true;
  if (!wasOffered) await store(device, email, { isAuthenticatorOffered: true });
  return wasOffered;
}

/**
 * Asks the authenticator to sign a challenge that is used this once, and checks the answer with the stored public key.
 * An answer that was recorded earlier has another challenge. Returns the secret that the authenticator derives, if it
 * does, and stores the data key under it the first time.
 */
export async function verifyOwner(
  device: Device,
  row: LoginRow,
  authenticator: Authenticator,
): Promise<Result<ArrayBuffer | null, AuthenticatorRefusal>> {
  const stored = row.authenticator;
  if (!stored) return refused("no-authenticator");
  const challenge = device.ports.randomBytes(32);
  const { credentialId } = stored;
  const assertion = await authenticator.sign({
    challenge,
    credentialId,
    input: prfInput,
  });
  if (!assertion) return refused("not-recognised");
  const signCount = await checkAssertion(assertion, stored, challenge, authenticator);
  if (signCount === null) return refused("not-recognised");
  const derived = assertion.derived ?? null;
  const dataKey = device.engineer?.sealing?.dataKey;
  const opens = derived && stored.dataKey && (await unwrapDataKey(stored.dataKey, derived));
  const wrapped = dataKey && derived && !opens ? await wrapDataKey(device, dataKey, derived) : null;
  const renewed = { ...stored, signCount, ...(wrapped && { dataKey: wrapped }) };
  if (wrapped || signCount !== stored.signCount)
    await store(device, row.email, { authenticator: renewed });
  return done(derived);
}

/** Bits of the flags in authenticator data: a person was there, and was recognised. */
const userPresent = 0x01;
const userVerified = 0x04;

/** Returns the count of signatures that the authenticator gives, or null when anything is wrong. */
async function checkAssertion(
  { clientData, authenticatorData, signature }: Assertion,
  stored: StoredAuthenticator,
  challenge: Uint8Array<ArrayBuffer>,
  { origin, host }: Pick<Authenticator, "origin" | "host">,
): Promise<number | null> {
  if (!isAnswerTo(clientData, challenge, origin)) return null;
  const data = new Uint8Array(authenticatorData);
  if (data.length < 37) return null;
  const hostHash = await sha256(new TextEncoder().encode(host));
  if (!areEqual(data.subarray(0, 32), hostHash)) return null;
  const flags = data[32] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return null;
  const signCount = new DataView(authenticatorData).getUint32(33);
  // An authenticator that counts never repeats a number. One that does not count always says 0.
  const counts = signCount !== 0 || stored.signCount !== 0;
  if (counts && signCount <= stored.signCount) return null;
  const signed = new Uint8Array([...data, ...(await sha256(clientData))]);
  return (await isSignedBy(stored, signature, signed)) ? signCount : null;
}

function isAnswerTo(
  clientData: ArrayBuffer,
  challenge: Uint8Array<ArrayBuffer>,
  origin: string,
): boolean {
  const value = parseJson(new TextDecoder().decode(clientData));
  const given = readField(value, "challenge");
  return (
    readField(value, "type") === "webauthn.get" &&
    readField(value, "origin") === origin &&
    readField(value, "crossOrigin") !== true &&
    typeof given === "string" &&
    areEqual(decodeOrEmpty(given), challenge)
  );
}

async function isSignedBy(
  { publicKey, algorithm }: StoredAuthenticator,
  signature: ArrayBuffer,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (algorithm !== -7 && algorithm !== -257) return false;
  const parameters = algorithms[algorithm];
  try {
    const key = await crypto.subtle.importKey("spki", publicKey, parameters, false, ["verify"]);
    const bytes = algorithm === -7 ? convertSignature(signature) : signature;
    return bytes !== null && (await crypto.subtle.verify(parameters, key, bytes, signed));
  } catch {
    return false;
  }
}

/** Converts an ECDSA signature from DER, as WebAuthn has it, to the two numbers that WebCrypto takes. */
function convertSignature(der: ArrayBuffer): ArrayBuffer | null {
  const bytes = new Uint8Array(der);
  const numbers = new Uint8Array(64);
  if (bytes[0] !== 0x30) return null;
  let position = 2;
  for (const end of [32, 64]) {
    if (bytes[position] !== 0x02) return null;
    const length = bytes[position + 1] ?? 0;
    const number = bytes.subarray(position + 2, position + 2 + length);
    // A zero before the number says that it is not negative.
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (digits.length > 32) return null;
    numbers.set(digits, end - digits.length);
    position += 2 + length;
  }
  return numbers.buffer;
}

async function store(
  device: Device,
  email: string,
  change: Pick<LoginRow, "authenticator" | "isAuthenticatorOffered">,
): Promise<void> {
  await transactShared(device, ["login"], async (unit) => {
    const row = await unit.database.login.get(email);
    if (row) await unit.put("login", { ...row, ...change });
  });
}

async function sha256(bytes: BufferSource): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decodeOrEmpty(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array();
  }
}
