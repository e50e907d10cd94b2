import { defineCall } from "../call.ts";
import { officeRoles } from "../office-permissions.ts";
import { email, id, isoDateTime, namedSchema, text, z } from "../schema.ts";
import { tokenModel } from "./auth.ts";

/** Whether a password is more than one character, repeated. */
export function hasSeveralCharacters(typed: string): boolean {
  return new Set(typed).size > 1;
}

const newPassword = text(200).check(
  z.minLength(10, "At least 10 characters"),
  z.refine(hasSeveralCharacters, "Use different characters"),
);
const roles = z.array(z.enum(officeRoles)).check(z.minLength(1), z.maxLength(officeRoles.length));

const officeAccount = namedSchema(
  "OfficeAccount",
  z.object({
    accountId: id,
    name: text(200),
    email,
    roles: z.array(z.enum(officeRoles)),
    /** Since when the account is disabled; null: it may be used. */
    disabledOn: z.nullable(isoDateTime),
    /** True: an administrator chose the password, and nothing is answered until the person has chosen another one. */
    mustChangePassword: z.boolean(),
    /** When an administrator or the person last set the password; null: not known. */
    passwordSetOn: z.optional(z.nullable(isoDateTime)),
    /** True: the person signs in with OpenID Connect, and name, address and roles follow the provider. */
    usesOidc: z.boolean(),
    createdOn: isoDateTime,
  }),
);

const accountParams = z.object({ accountId: id });

export const listAccounts = defineCall({
  name: "listAccounts",
  method: "GET",
  path: "/api/office/accounts",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary: "The accounts of the office",
  response: z.array(officeAccount),
});

export const putAccount = defineCall({
  name: "putAccount",
  method: "PUT",
  path: "/api/office/accounts/:accountId",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary:
    "Add an office account, or change its name, email address and roles; a new one needs a password, which its owner has to change",
  params: accountParams,
  body: z.object({
    name: text(200).check(z.minLength(1)),
    email,
    roles,
    /** Required for a new account, and only for that. */
    password: z.optional(newPassword),
    /**
     * The account as the caller has read it: 409 if somebody has changed any of these values since. The order of the roles does
     * not count.
     */
    expected: z.optional(
      z.partial(z.pick(officeAccount, { name: true, email: true, roles: true, disabledOn: true })),
    ),
  }),
  response: officeAccount,
  example: {
    name: "Jamie Shaw",
    email: "jamie.shaw@landlord.example",
    roles: ["planner"],
    password: "only-for-the-first-time",
  },
});

export const disableAccount = defineCall({
  name: "disableAccount",
  method: "POST",
  path: "/api/office/accounts/:accountId/disable",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary: "Disable an office account: all its sessions end. The last administrator stays",
  params: accountParams,
  response: officeAccount,
});

export const enableAccount = defineCall({
  name: "enableAccount",
  method: "POST",
  path: "/api/office/accounts/:accountId/enable",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary: "Let a disabled office account be used again, and end its lock-outs",
  params: accountParams,
  response: officeAccount,
});

export const resetPassword = defineCall({
  name: "resetPassword",
  method: "POST",
  path: "/api/office/accounts/:accountId/password",
  audience: "office",
  permission: "Unspecified.Administrate",
  summary:
    "Give another person's office account a password, which its owner has to change: all its sessions end",
  params: accountParams,
  body: z.object({
    password: newPassword,
    /** The account as the caller has read it: 409 if somebody has set a password since. */
    expected: z.optional(z.object({ passwordSetOn: z.nullable(isoDateTime) })),
  }),
  response: officeAccount,
});

export const readOwnAccount = defineCall({
  name: "readOwnAccount",
  method: "GET",
  path: "/api/office/account",
  audience: "office",
  permission: "none",
  mayKeepPassword: true,
  summary: "The account of the caller, with its permissions",
  response: z.extend(officeAccount, {
    /** The permissions of its roles, each of the form `area#action`. */
    permissions: z.array(text(20)),
  }),
});

export const changeOwnPassword = defineCall({
  name: "changeOwnPassword",
  answersSecret: true,
  method: "POST",
  path: "/api/office/account/password",
  audience: "office",
  permission: "none",
  mayKeepPassword: true,
  summary:
    "Change the password of the caller's account: all its sessions end, and the answer begins another one",
  body: z.object({ password: text(200), newPassword }),
  response: z.object({ tokenModel }),
});
