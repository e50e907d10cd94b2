import { and, eq, gt, isNull, or } from "drizzle-orm";
import { type CallAnswer, z } from "@fieldfare/contract";
import type { issueClientToken } from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { apiClient, apiClientSecret } from "../../database/schema.ts";
import type { OauthError } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { isUsedUp, takeAttempt } from "../auth/attempts.ts";
import { isClientSecret } from "./secrets.ts";

/** A refusal of RFC 6749, 5.2. */
export interface OauthRefusal {
  readonly status: 400 | 401 | 429;
  readonly error: OauthError;
  readonly description: string;
}

type ClientToken = CallAnswer<typeof issueClientToken>;

/** Tells a refusal as OAuth 2.0 words it (`error`) from a token. */
export function isOauthRefusal(answer: ClientToken | OauthRefusal): answer is OauthRefusal {
  return "error" in answer;
}

interface TokenRequest {
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The form. Anything else is refused. */
  readonly form: unknown;
  readonly address: string;
}

/**
 * Gives a machine a token for its permissions, or for those that it asks for. Wrong secrets are limited as wrong passwords
 * are; a right one is taken nevertheless, since nobody can guess it and nobody is to lock a machine out.
 */
export async function issueToken(
  server: Server,
  { authorization, form, address }: TokenRequest,
): Promise<ClientToken | OauthRefusal> {
  const { database, config, tokens } = server;
  const given = readForm(form);
  if (!given) return refuseRequest("The body is a form, with each field once");
  if (given.grant_type !== "client_credentials")
    return {
      status: 400,
      error: "unsupported_grant_type",
      description: "grant_type is client_credentials",
    };
  const basic = readBasic(authorization);
  if (basic && (given.client_id !== undefined || given.client_secret !== undefined))
    return refuseRequest("Id and secret are in the header or in the body, not in both");
  const { client_id: clientId, client_secret: secret } = basic ?? given;
  if (clientId === undefined || secret === undefined)
    return refuseClient("Give client_id and client_secret");
  const client = await findClient(database, clientId, secret, config.now());
  if (!client) return countFailure(server, clientId, address);
  const asked = given.scope?.split(" ").filter((permission) => permission !== "");
  const permissions = asked?.length ? asked : client.permissions;
  const unknown = permissions.filter((permission) => !client.permissions.includes(permission));
  if (unknown.length > 0)
    return {
      status: 400,
      error: "invalid_scope",
      description: `This machine does not have ${unknown.join(" ")}`.slice(0, 200),
    };
  const seconds = config.accessTokenMinutes * 60;
  const at = config.now();
  await database.orm
    .update(apiClientSecret)
    .set({ lastUsedOn: at })
    .where(eq(apiClientSecret.secretId, client.secretId));
  const token = await tokens.issue(
    {
      id: client.clientId,
      name: client.name,
      email: null,
      userType: 2,
      perms: permissions,
      fieldOperativeId: null,
      requestSignature: false,
      recordsMileage: false,
      familyId: client.secretId,
      isClient: true,
    },
    new Date(at.getTime() + seconds * 1000),
  );
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: seconds,
    scope: permissions.join(" "),
  };
}

/** Finds the machine if the secret is one of those that work. */
async function findClient({ orm }: Database, clientId: string, secret: string, at: Date) {
  const id = z.safeParse(z.guid(), clientId);
  if (!id.success) return undefined;
  const rows = await orm
    .select({
      clientId: apiClient.clientId,
      name: apiClient.name,
      permissions: apiClient.permissions,
      secretId: apiClientSecret.secretId,
      secretHash: apiClientSecret.secretHash,
    })
    .from(apiClient)
    .innerJoin(apiClientSecret, eq(apiClientSecret.clientId, apiClient.clientId))
    .where(
      and(
        eq(apiClient.clientId, id.data),
        isNull(apiClient.revokedOn),
        or(isNull(apiClientSecret.expiresOn), gt(apiClientSecret.expiresOn, at)),
      ),
    );
  return rows.find((row) => isClientSecret(secret, row));
}

async function countFailure(
  { database, config }: Server,
  clientId: string,
  address: string,
): Promise<OauthRefusal> {
  const at = config.now();
  const since = new Date(at.getTime() - config.signInWindowMinutes * 60_000);
  // Anything but an id may be a secret in the wrong place, or cannot be stored.
  const id = z.safeParse(z.guid(), clientId);
  const own = {
    email: `client ${id.success ? id.data.toLowerCase() : ""}`,
    address,
    max: config.signInFailures + 1,
  };
  // Not with the passwords of people: a machine with an old secret must not lock out those at its address.
  const all = { email: "client", address, max: config.signInFailuresOfAddress };
  const keys = [own, all] as const;
  const attempt = await takeAttempt(database, keys, { at, since });
  if (!isUsedUp(attempt)) return refuseClient("The id or the secret is not right");
  return {
    status: 429,
    error: "temporarily_unavailable",
    description: "Too many attempts with a wrong secret",
  };
}

/** Null when the body is no form, or has a field twice (RFC 6749, 3.2). */
function readForm(form: unknown): Partial<Record<string, string>> | null {
  if (!(form instanceof URLSearchParams)) return null;
  const names = [...form.keys()];
  if (new Set(names).size < names.length) return null;
  return Object.fromEntries(form);
}

/** Reads HTTP Basic. The parts are form-encoded in it (RFC 6749, 2.3.1). */
function readBasic(authorization = "") {
  const [scheme, encoded = ""] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "basic") return null;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString().split(":");
  return { client_id: formDecode(id), client_secret: formDecode(secret.join(":")) };
}

function formDecode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}

function refuseRequest(description: string): OauthRefusal {
  return { status: 400, error: "invalid_request", description };
}

function refuseClient(description: string): OauthRefusal {
  return { status: 401, error: "invalid_client", description };
}
