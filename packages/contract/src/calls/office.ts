import { defineCall } from "../call.ts";
import { dataSetAnswer, syncedType } from "../data-sets/data-sets.ts";
import { email, id, isoDateTime, text, z } from "../schema.ts";
import { tokenModel } from "./auth.ts";

export const officeSignIn = defineCall({
  name: "officeSignIn",
  method: "POST",
  path: "/api/office/token",
  audience: "open",
  summary: "Sign in to the office",
  body: z.object({ email, password: text(200) }),
  response: z.object({
    tokenModel,
    /** True: nothing is answered until the person has chosen another password. */
    mustChangePassword: z.boolean(),
  }),
  example: { email: "office@fieldfare.example", password: "Fieldfare-1" },
});

/** All permissions of an engineer. */
const perms = z.array(z.string().check(z.regex(/^\d+#\d+(,\d+)*$/), z.maxLength(200)));

const operative = z.object({
  fieldOperativeId: id,
  name: text(200),
  email,
  recordsMileage: z.boolean(),
  mobileNumber: z.nullable(text(20)),
  gasSafeIdCard: z.nullable(text(20)),
  /** Since when the account is disabled; null: it may be used. */
  disabledOn: z.nullable(isoDateTime),
  /** All permissions of the engineer, each of the form `area#action,action`. */
  perms: z.optional(z.array(text(200))),
  /** When the office last set the password; null: not known. */
  passwordSetOn: z.optional(z.nullable(isoDateTime)),
});

const listedOperative = z.extend(operative, {
  /** When the code for a forgotten PIN was made that can still be used; null: there is none. */
  resetCodeMadeOn: z.optional(z.nullable(isoDateTime)),
});

export const listOperatives = defineCall({
  name: "listOperatives",
  method: "GET",
  path: "/api/office/operatives",
  audience: "office",
  permission: "FieldOperative.ViewList",
  summary: "The field engineers",
  response: z.array(listedOperative),
});

export const putOperative = defineCall({
  name: "putOperative",
  method: "PUT",
  path: "/api/office/operatives/:fieldOperativeId",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Add a field engineer with an account, or change one; absent fields are unchanged",
  params: z.object({ fieldOperativeId: id }),
  body: z.object({
    name: text(200).check(z.minLength(1)),
    email,
    /** Required for a new engineer. */
    password: z.optional(text(200).check(z.minLength(8))),
    recordsMileage: z.optional(z.boolean()),
    /** As the history cards show it. */
    mobileNumber: z.optional(z.nullable(text(20))),
    /** The licence number of the engineer's Gas Safe ID card. */
    gasSafeIdCard: z.optional(z.nullable(text(20))),
    /** All permissions of the engineer. A list that does not name area 18 grants `18#1,2,3,4`; `18#0` grants nothing of it. */
    perms: z.optional(perms),
    /** These two change nothing: an engineer can be put as it was read. */
    passwordSetOn: operative.shape.passwordSetOn,
    resetCodeMadeOn: listedOperative.shape.resetCodeMadeOn,
    /** The engineer as the caller has read it: 409 if somebody has changed any of these values since. */
    expected: z.optional(
      z.partial(
        z.pick(listedOperative, {
          name: true,
          email: true,
          recordsMileage: true,
          mobileNumber: true,
          gasSafeIdCard: true,
          perms: true,
          passwordSetOn: true,
          // It is not compared: a code that has expired is no change of the engineer.
          resetCodeMadeOn: true,
        }),
      ),
    ),
  }),
  response: operative,
});

const operativeParams = z.object({ fieldOperativeId: id });
const disabledAnswer = z.object({ fieldOperativeId: id, disabledOn: z.nullable(isoDateTime) });

export const disableOperative = defineCall({
  name: "disableOperative",
  method: "POST",
  path: "/api/office/operatives/:fieldOperativeId/disable",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary:
    "Disable an engineer's account: all its sessions end, and what its phones had recorded is still taken",
  params: operativeParams,
  body: z.nullish(
    z.object({
      /** True: the engineer's phones send what they have and then delete it. */
      wipeDevices: z.optional(z.boolean()),
    }),
  ),
  response: disabledAnswer,
});

export const enableOperative = defineCall({
  name: "enableOperative",
  method: "POST",
  path: "/api/office/operatives/:fieldOperativeId/enable",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Let a disabled account be used again, after another sign-in",
  params: operativeParams,
  body: z.nullish(
    z.object({
      /** True: what its phones recorded while it was disabled, which is stored as evidence, takes effect now. */
      acceptRecorded: z.optional(z.boolean()),
    }),
  ),
  response: z.extend(disabledAnswer, {
    /** How many messages took effect now. */
    accepted: z.optional(z.int()),
  }),
});

export const makeResetCode = defineCall({
  name: "makeResetCode",
  answersSecret: true,
  method: "POST",
  path: "/api/office/operatives/:fieldOperativeId/reset-code",
  audience: "office",
  permission: "FieldOperative.Approve",
  summary:
    "Make a code to read out to an engineer who forgot the PIN: it works once, for 10 minutes and five tries",
  params: operativeParams,
  body: z.nullish(
    z.object({
      /** The engineer as the caller has read it: 409 if somebody has made a code since that can still be used. */
      expected: z.optional(z.object({ resetCodeMadeOn: z.nullable(isoDateTime) })),
    }),
  ),
  response: z.object({
    /** Eight digits in two groups. The phone ignores the space. */
    code: text(20),
    expiresOn: isoDateTime,
    madeOn: z.optional(isoDateTime),
  }),
});

export const putData = defineCall({
  name: "putData",
  method: "PUT",
  path: "/api/office/data/:type",
  audience: "office",
  permission: "Unspecified.Edit",
  summary: "Write rows to a data set (form definitions are the set CustomForm) and delete by id",
  params: z.object({ type: syncedType }),
  body: z.object({
    rows: dataSetAnswer.shape.rows,
    deletedIds: z.optional(dataSetAnswer.shape.deletedIds),
  }),
  response: z.object({ type: syncedType, date: text(60), changed: z.int(), deleted: z.int() }),
});

export const readData = defineCall({
  name: "readData",
  method: "GET",
  path: "/api/office/data/:type",
  audience: "office",
  permission: "Unspecified.View",
  summary: "The rows of a data set",
  params: z.object({ type: syncedType }),
  response: z.object({ type: syncedType, date: text(60), rows: dataSetAnswer.shape.rows }),
});

export const requestSignature = defineCall({
  name: "requestSignature",
  method: "POST",
  path: "/api/office/operatives/:fieldOperativeId/signature-request",
  audience: "office",
  permission: "FieldOperative.Edit",
  summary: "Ask an engineer for another signature at the next sign-in",
  params: z.object({ fieldOperativeId: id }),
  response: z.object({ fieldOperativeId: id, requestSignature: z.boolean() }),
});
