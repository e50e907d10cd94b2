import { jwtVerify, SignJWT } from "jose";
import { type TokenClaims, tokenClaims, z } from "@fieldfare/contract";
import type { TokenKeys } from "./token-keys.ts";

/** The contract's claims and the sign-in that the token belongs to. */
export type Identity = TokenClaims & { readonly familyId: string };

export interface Tokens {
  issue(claims: Omit<Identity, "exp">, expiresOn: Date): Promise<string>;
  /** Null when the token is not ours, has expired, or says what the contract does not know. */
  verify(token: string): Promise<Identity | null>;
}

const ourClaims = z.extend(tokenClaims, { familyId: z.guid() });
const remembered = 5_000;
const issuer = "fieldfare";
const audience = "fieldfare-api";

export function createTokens(keys: TokenKeys, now: () => Date): Tokens {
  const [signing] = keys;
  // Checking a signature again for each of a device's messages would cost as much as the message.
  const verified = new Map<string, Identity>();

  return {
    issue: (claims, expiresOn) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: signing.id })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(expiresOn)
        .sign(signing.key),

    async verify(token) {
      const known = verified.get(token) ?? (await verifySignature(token, keys, now()));
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

async function verifySignature(token: string, keys: TokenKeys, at: Date): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(keys, kid), {
      algorithms: ["HS256"],
      currentDate: at,
      issuer,
      audience,
    });
    const claims = z.safeParse(ourClaims, payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

function keyNamed(keys: TokenKeys, id: string | undefined): Uint8Array {
  const named = keys.find((key) => key.id === id);
  if (!named) throw new Error("No key has this id");
  return named.key;
}
