import * as client from "openid-client";
import { readField } from "@fieldfare/domain";
import type { OidcSettings } from "../../config.ts";

/** What the provider says about a person. */
export interface OidcPerson {
  /** Issuer and subject, separated by a space. */
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  /** The provider has checked that the address is the person's. */
  readonly isEmailVerified: boolean;
  /** The values of the claim with roles. */
  readonly groups: readonly string[];
  /** When the person gave a secret to the provider. Null: it did not say. */
  readonly authenticatedOn: Date | null;
}

/** What the server remembers between the two halves of a sign-in. */
interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface OidcProvider {
  /**
   * Makes the address of the provider's sign-in, and what its answer is checked with. `maxAgeSeconds`: the provider has
   * to ask for the secret again, and to say when it did.
   */
  begin(
    redirectUri: string,
    options?: { readonly maxAgeSeconds?: number },
  ): Promise<{ address: string; checks: OidcChecks }>;
  /** Exchanges the code in the address that the browser came back to. Throws if anything is not as it was begun. */
  finish(cameTo: URL, checks: OidcChecks): Promise<OidcPerson>;
}

const timeoutSeconds = 10;

/** Talks to the provider that the settings name. Its description is read at the first sign-in, and kept. */
export function createOidcProvider(settings: OidcSettings): OidcProvider {
  let described: Promise<client.Configuration> | null = null;
  const describe = () => {
    described ??= discover(settings).catch((error: unknown) => {
      described = null;
      throw error;
    });
    return described;
  };

  return {
    async begin(redirectUri, { maxAgeSeconds } = {}) {
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(await describe(), {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: "S256",
        // The answer says when the secret was given only if a greatest age was asked for.
        ...(maxAgeSeconds !== undefined && { prompt: "login", max_age: String(maxAgeSeconds) }),
      });
      return { address: address.href, checks };
    },

    async finish(cameTo, { state, nonce, codeVerifier }) {
      const configuration = await describe();
      const tokens = await client.authorizationCodeGrant(configuration, cameTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("The provider sent no id token");
      const hasRoles = readClaim(claims, settings.rolesClaim) !== undefined;
      const isComplete = hasRoles && claims["email"] !== undefined && claims["name"] !== undefined;
      if (isComplete || !configuration.serverMetadata().userinfo_endpoint)
        return describePerson(claims, settings.rolesClaim);
      const more = await client
        .fetchUserInfo(configuration, tokens.access_token, claims.sub)
        .catch((error: unknown) => {
          // A name alone is no reason to let nobody in.
          if (hasRoles) return {};
          throw error;
        });
      return describePerson({ ...more, ...claims }, settings.rolesClaim);
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings) {
  const isOwnMachine = issuer.startsWith("http:");
  return client.discovery(
    new URL(issuer),
    clientId,
    clientSecret ?? undefined,
    clientSecret === null ? client.None() : undefined,
    {
      timeout: timeoutSeconds,
      // The settings allow a provider without TLS on this machine alone.
      // oxlint-disable-next-line typescript/no-deprecated
      ...(isOwnMachine && { execute: [client.allowInsecureRequests] }),
    },
  );
}

function describePerson(
  claims: client.IDToken & Record<string, unknown>,
  rolesClaim: string,
): OidcPerson {
  const { email, name, email_verified: isVerified, auth_time: authTime } = claims;
  const groups = readClaim(claims, rolesClaim);
  return {
    subject: `${claims.iss} ${claims.sub}`,
    name: typeof name === "string" && name !== "" ? name.slice(0, 200) : null,
    email: typeof email === "string" ? email : null,
    isEmailVerified: isVerified === true,
    groups: (Array.isArray(groups) ? groups : [groups]).filter(
      (group) => typeof group === "string",
    ),
    authenticatedOn: typeof authTime === "number" ? new Date(authTime * 1000) : null,
  };
}

/** A claim of that very name counts before one that the dots lead to. */
function readClaim(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return readField(claims, path);
  let value: unknown = claims;
  for (const name of path.split(".")) value = readField(value, name);
  return value;
}
