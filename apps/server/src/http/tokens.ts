import { createHmac, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { type TokenClaims, tokenClaims, z } from "@fieldfare/contract";
import type { TokenKeys } from "./token-keys.ts";

/** The contract's claims and the token family of the sign-in. */
export type Identity = Omit<TokenClaims, "email"> & {
  /** Null: a machine has none. */
  readonly email: string | null;
  /** Of a machine: the id of the secret that got the token. */
  readonly familyId: string;
  /** The caller is a machine, whose id is `id`. */
  readonly isClient?: true | undefined;
  /** `sending`: the token only sends what the phone has recorded. Absent: everything that the account may do. */
  readonly scope?: "sending" | undefined;
  /** The only device that the token works on. Absent: the sign-in began on none, or an earlier build of the server made it. */
  readonly deviceId?: string | undefined;
};

export interface Tokens {
  issue(claims: Omit<Identity, "exp">, expiresOn: Date): Promise<string>;
  /** Returns null when the token is not signed by us, has expired, or does not fit the contract. */
  verify(token: string): Promise<Identity | null>;
  /** Signs the tag of a poll, with fewer bytes than a token has. */
  signPoll(text: string): Buffer;
  /** Whether one of our keys has signed the text as the tag of a poll. */
  verifyPoll(text: string, signature: Buffer): boolean;
}

const accessTokenClaims = z.extend(tokenClaims, {
  email: z.nullable(tokenClaims.shape.email),
  familyId: z.guid(),
  isClient: z.optional(z.literal(true)),
  scope: z.optional(z.literal("sending")),
  deviceId: z.optional(z.guid()),
});
const maxVerified = 5_000;
const issuer = "fieldfare";
const audience = "fieldfare-api";

/** Issues and verifies access tokens (JWT, HS256). The first key signs, all keys verify. */
export function createTokens(keys: TokenKeys, now: () => Date): Tokens {
  const [signingKey] = keys;
  // Checking the signature again for each message of a device would cost as much as the message itself.
  const verifiedTokens = new LRUCache<string, Identity>({ max: maxVerified });

  return {
    issue: (claims, expiresOn) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: signingKey.id })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(expiresOn)
        .sign(signingKey.key),

    async verify(token) {
      const known = verifiedTokens.get(token) ?? (await verifySignature(token, keys, now()));
      if (!known || known.exp * 1000 <= now().getTime()) {
        verifiedTokens.delete(token);
        return null;
      }
      verifiedTokens.set(token, known);
      return known;
    },

    signPoll: (text) => hashPoll(signingKey.key, text),

    verifyPoll: (text, signature) =>
      keys.some(({ key }) => {
        const expected = hashPoll(key, text);
        return expected.length === signature.length && timingSafeEqual(expected, signature);
      }),
  };
}

/** The bytes of a signature that nobody can try offline. */
const pollSignatureBytes = 12;

/** No token is signed with the same text: a token has no space. */
function hashPoll(key: Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(`poll ${text}`).digest().subarray(0, pollSignatureBytes);
}

async function verifySignature(token: string, keys: TokenKeys, at: Date): Promise<Identity | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(keys, kid), {
      algorithms: ["HS256"],
      currentDate: at,
      issuer,
      audience,
    });
    const claims = z.safeParse(accessTokenClaims, payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}

function findKey(keys: TokenKeys, id: string | undefined): Uint8Array {
  const named = keys.find((key) => key.id === id);
  if (!named) throw new Error("No key has this id");
  return named.key;
}
