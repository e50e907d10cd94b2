import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * A secret is random and has 256 bits, so nobody can try them: unlike a password it needs no slow hash, which would
 * only cost our servers. The id of the secret as key gives equal secrets different hashes.
 */
export function hashClientSecret(secretId: string, secret: string): Buffer {
  return createHmac("sha256", secretId).update(secret).digest();
}

/** The prefix lets scanners of source code find a secret that was published. */
export function newClientSecret(): string {
  return `ffs_${randomBytes(32).toString("base64url")}`;
}

/** Whether this is the secret behind the hash, compared in constant time. */
export function isClientSecret(
  secret: string,
  { secretId, secretHash }: { readonly secretId: string; readonly secretHash: Buffer },
): boolean {
  return timingSafeEqual(hashClientSecret(secretId, secret), secretHash);
}
