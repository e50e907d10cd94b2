import { defineCall } from "../call.ts";
import { permissionsOfRoles } from "../office-permissions.ts";
import { id, isoDateTime, namedSchema, text, z } from "../schema.ts";

/** What a machine may be allowed: the permissions of the role `integration`, or some of them. */
const clientPermission = z.enum(permissionsOfRoles(["integration"]));

const apiClient = namedSchema(
  "ApiClient",
  z.object({
    clientId: id,
    name: text(200),
    /** Each of the form `area#action`. */
    permissions: z.array(text(20)),
    createdOn: isoDateTime,
    /** Since when it gets no answer; null: it may be used. */
    revokedOn: z.nullable(isoDateTime),
    secrets: z.array(
      z.object({
        secretId: id,
        createdOn: isoDateTime,
        /** Null: it does not expire. */
        expiresOn: z.nullable(isoDateTime),
        /** When it last got a token; null: never. */
        lastUsedOn: z.nullable(isoDateTime),
      }),
    ),
  }),
);

const clientParams = z.object({ clientId: id });
const access = { audience: "office", permission: "Unspecified.Administrate" } as const;

export const listApiClients = defineCall({
  name: "listApiClients",
  method: "GET",
  path: "/api/office/api-clients",
  ...access,
  summary: "The machines that may call the office",
  response: z.array(apiClient),
});

export const putApiClient = defineCall({
  name: "putApiClient",
  method: "PUT",
  path: "/api/office/api-clients/:clientId",
  ...access,
  summary: "Add a machine with its permissions, or change its name and permissions",
  params: clientParams,
  body: z.object({
    name: text(200).check(z.minLength(1)),
    /** Permissions of the role `integration`. */
    permissions: z.array(clientPermission).check(z.minLength(1), z.maxLength(100)),
  }),
  response: apiClient,
});

export const revokeApiClient = defineCall({
  name: "revokeApiClient",
  method: "POST",
  path: "/api/office/api-clients/:clientId/revoke",
  ...access,
  summary: "Refuse a machine for ever, its present tokens too",
  params: clientParams,
  response: apiClient,
});

export const addApiClientSecret = defineCall({
  name: "addApiClientSecret",
  answersSecret: true,
  method: "POST",
  path: "/api/office/api-clients/:clientId/secrets",
  ...access,
  summary: "Make a secret of a machine, which only this answer shows; at most two work at a time",
  params: clientParams,
  body: z.nullish(
    z.object({
      /** When it stops working; absent: never. */
      expiresOn: z.optional(isoDateTime),
      /** When the other secrets stop working; absent: as before. */
      othersExpireOn: z.optional(isoDateTime),
    }),
  ),
  response: z.object({
    clientId: id,
    secretId: id,
    secret: text(100),
    expiresOn: z.nullable(isoDateTime),
  }),
});

export const removeApiClientSecret = defineCall({
  name: "removeApiClientSecret",
  method: "DELETE",
  path: "/api/office/api-clients/:clientId/secrets/:secretId",
  ...access,
  summary: "Refuse a secret and the tokens that it got",
  params: z.extend(clientParams, { secretId: id }),
  response: apiClient,
});

/** OAuth 2.0 (RFC 6749, 4.4). Its refusals have `error` and `error_description` besides those of a problem. */
export const issueClientToken = defineCall({
  name: "issueClientToken",
  method: "POST",
  path: "/api/oauth/token",
  audience: "open",
  summary:
    "A token for a machine, form-encoded as OAuth 2.0 says; id and secret in the body or with HTTP Basic",
  body: z.object({
    grant_type: z.literal("client_credentials"),
    client_id: z.optional(id),
    client_secret: z.optional(text(200)),
    /** Some of the machine's permissions, separated by blanks; absent: all of them. */
    scope: z.optional(text(2000)),
  }),
  response: z.object({
    access_token: text(4000),
    token_type: z.literal("Bearer"),
    /** In seconds. */
    expires_in: z.int(),
    scope: text(2000),
  }),
});
