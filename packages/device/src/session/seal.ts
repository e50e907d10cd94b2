import { tokenClaims, type TokenClaims } from "@fieldfare/contract";
import { readField, readTextField } from "@fieldfare/domain";
import { fromBase64, toBase64 } from "../base64.ts";
import { hashBytes } from "../database/hash-bytes.ts";
import type { SealedLogin } from "../database/rows.ts";
import type { Sealing } from "../database/seal-types.ts";
import type { Ports } from "../ports.ts";

/**
 * What the PIN or password decrypts: the username, which shows that the secret is right, the profile, and the key of
 * what this phone has stored for the engineer.
 */
export interface OfflineProfile {
  readonly username: string;
  readonly claims: TokenClaims;
  /** Null in a profile of an earlier build, or of a sign-in while the key was not known. */
  readonly dataKey: Uint8Array<ArrayBuffer> | null;
}

type PhoneKeys = Pick<Sealing, "dataKey" | "sendKey"> | null;

/**
 * Encrypts a profile with a key from the PIN or password, for signing in offline. It has the data key, if that is known.
 * The key that sending uses is needed to open it as well: a row of `login` alone, as in a copy that lacks the engineer's
 * database, cannot be tried with one PIN after another.
 */
export async function sealProfile(
  ports: Pick<Ports, "randomBytes" | "signInCost" | "hashSecret">,
  secret: string,
  profile: Pick<OfflineProfile, "username" | "claims">,
  keys: PhoneKeys,
): Promise<SealedLogin> {
  const salt = ports.randomBytes(16);
  const iv = ports.randomBytes(12);
  const sendKey = keys?.sendKey ?? null;
  const dataKey = keys?.dataKey ?? null;
  const key = await deriveKey(ports, secret, salt, sendKey);
  const content = { ...profile, ...(dataKey && { dataKey: toBase64(dataKey) }) };
  const text = new TextEncoder().encode(JSON.stringify(content));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text);
  const login: SealedLogin = {
    salt: salt.buffer,
    iv: iv.buffer,
    sealed,
    ...(sendKey && { boundTo: await nameKey(sendKey) }),
    ...(dataKey && { hasDataKey: true }),
  };
  return { ...login, hash: await hashProfile(login) };
}

/**
 * Why no secret opens a stored profile; null if the right one does. `damaged`: it is not as it was stored. `other-key`: this
 * phone does not have the key that the profile is bound to.
 */
export async function findProfileIssue(
  login: SealedLogin,
  keys: PhoneKeys,
): Promise<"damaged" | "other-key" | null> {
  const { boundTo, hash } = login;
  if (hash !== undefined && hash !== (await hashProfile(login))) return "damaged";
  if (boundTo === undefined) return null;
  const hasKey = keys?.sendKey != null && (await nameKey(keys.sendKey)) === boundTo;
  return hasKey ? null : "other-key";
}

/** It tells nothing that could be used to try secrets: all of what is hashed lies beside it. */
function hashProfile({ salt, iv, sealed, boundTo, hasDataKey }: SealedLogin): Promise<string> {
  const names = new TextEncoder().encode(`${boundTo ?? ""} ${hasDataKey ?? ""}`);
  const parts = [salt, iv, sealed].map((part) => new Uint8Array(part));
  const bytes = new Uint8Array([...parts, names].flatMap((part) => [part.length, ...part]));
  return hashBytes(bytes.buffer);
}

/** Returns the profile, or null when the secret does not decrypt to this very username. */
export async function openProfile(
  ports: Pick<Ports, "signInCost" | "hashSecret">,
  login: SealedLogin,
  secret: string,
  username: string,
  keys: PhoneKeys,
): Promise<OfflineProfile | null> {
  const sendKey = login.boundTo === undefined ? null : (keys?.sendKey ?? null);
  const key = await deriveKey(ports, secret, new Uint8Array(login.salt), sendKey);
  let text: ArrayBuffer;
  try {
    text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: login.iv }, key, login.sealed);
  } catch {
    return null;
  }
  const value: unknown = JSON.parse(new TextDecoder().decode(text));
  const claims = tokenClaims.safeParse(readField(value, "claims"));
  const dataKey = readTextField(value, "dataKey");
  return readField(value, "username") === username && claims.success
    ? {
        username,
        claims: claims.data,
        dataKey: dataKey === undefined ? null : fromBase64(dataKey),
      }
    : null;
}

async function deriveKey(
  { signInCost, hashSecret }: Pick<Ports, "signInCost" | "hashSecret">,
  secret: string,
  salt: Uint8Array<ArrayBuffer>,
  sendKey: Uint8Array<ArrayBuffer> | null,
): Promise<CryptoKey> {
  const hash = await hashSecret({ secret, salt, ...signInCost });
  const raw = sendKey ? await sign(sendKey, hash) : hash;
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Names a key and tells nothing about it. */
async function nameKey(key: Uint8Array<ArrayBuffer>): Promise<string> {
  const name = await sign(key, new TextEncoder().encode("fieldfare key name"));
  return toBase64(new Uint8Array(name.slice(0, 12)));
}

async function sign(
  key: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return crypto.subtle.sign("HMAC", imported, bytes);
}
