import { tokenClaims, type TokenClaims } from "@fieldfare/contract";
import { readField } from "@fieldfare/domain";
import type { SealedLogin } from "../database/rows.ts";
import type { Ports } from "../ports.ts";

/**
 * What the PIN or password decrypts: the username, which shows that the secret is right, and the
 * profile.
 */
export interface OfflineProfile {
  readonly username: string;
  readonly claims: TokenClaims;
}

/** Half a second on a slow phone; 19 MiB and two passes as OWASP advises. */
const cost = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 } as const;

/** Encrypts a profile with a key from the PIN or password, for signing in offline. */
export async function sealProfile(
  ports: Pick<Ports, "randomBytes">,
  secret: string,
  profile: OfflineProfile,
): Promise<SealedLogin> {
  const salt = ports.randomBytes(16);
  const iv = ports.randomBytes(12);
  const key = await deriveKey(secret, salt);
  const text = new TextEncoder().encode(JSON.stringify(profile));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text);
  return { salt: salt.buffer, iv: iv.buffer, sealed };
}

/** Returns the profile, or null when the secret does not decrypt to this very username. */
export async function openProfile(
  login: SealedLogin,
  secret: string,
  username: string,
): Promise<OfflineProfile | null> {
  const key = await deriveKey(secret, new Uint8Array(login.salt));
  let text: ArrayBuffer;
  try {
    text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: login.iv }, key, login.sealed);
  } catch {
    return null;
  }
  const value: unknown = JSON.parse(new TextDecoder().decode(text));
  const claims = tokenClaims.safeParse(readField(value, "claims"));
  return readField(value, "username") === username && claims.success
    ? { username, claims: claims.data }
    : null;
}

async function deriveKey(secret: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const { argon2id } = await import("hash-wasm");
  const raw = await argon2id({ ...cost, password: secret, salt, outputType: "binary" });
  return crypto.subtle.importKey("raw", new Uint8Array(raw), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
}
