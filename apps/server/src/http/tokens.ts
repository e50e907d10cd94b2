import { jwtVerify, SignJWT } from "jose";
import { type TokenClaims, tokenClaims, z } from "@fieldfare/contract";

/** The contract's claims and the sign-in that the token belongs to. */
export type Identity = TokenClaims & { readonly familyId: string };

export interface Tokens {
  issue(claims: Omit<Identity, "exp">, expiresOn: Date): Promise<string>;
  /** Null when the token is not ours, has expired, or says what the contract does not know. */
  verify(token: string): Promise<Identity | null>;
}

const ourClaims = z.extend(tokenClaims, { familyId: z.guid() });
const remembered = 5_000;

export function createTokens(key: Uint8Array, now: () => Date): Tokens {
  // Checking a signature again for each of a device's messages would cost as much as the message.
  const verified = new Map<string, Identity>();

  return {
    issue: (claims, expiresOn) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt(now())
        .setExpirationTime(expiresOn)
        .sign(key),

    async verify(token) {
      const known = verified.get(token) ?? (await verifyAnew(token, key, now()));
      if (!known || known.exp * 1000 <= now().getTime()) {
        verified.delete(token);
        return null;
      }
      if (verified.size >= remembered) verified.delete(verified.keys().next().value as string);
      verified.set(token, known);
      return known;
    },
  };
}

async function verifyAnew(token: string, key: Uint8Array, at: Date): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], currentDate: at });
    const claims = z.safeParse(ourClaims, payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}
