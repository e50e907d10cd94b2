import { defineCall } from "../call.ts";
import { acknowledged, id, namedSchema, text, z } from "../schema.ts";
import { sendingProblem } from "../wipe.ts";

const reported = {
  messages: z.int32().check(z.minimum(0)),
  images: z.int32().check(z.minimum(0)),
};

export const reportWipe = defineCall({
  name: "reportWipe",
  method: "POST",
  path: "/api/installation/wipe",
  audience: "open",
  isSigned: true,
  summary:
    "A device that has to be wiped says what it has not sent yet, and then that it begins to delete",
  body: namedSchema(
    "WipeReport",
    z.object({
      deviceId: id,
      unsent: z.object({
        ...reported,
        /** Half-filled forms, wizards and texts that were typed and not saved. Earlier builds do not say. */
        drafts: z.optional(z.int32().check(z.minimum(0))),
        problems: z.array(sendingProblem).check(z.maxLength(50)),
      }),
      /** Set if the device is about to delete: a secret of its own, with which it confirms the wipe later. */
      confirmationSecret: z.optional(text(100).check(z.minLength(20))),
    }),
  ),
  response: z.object({
    /** Null: the device does not have to be wiped. */
    wipe: z.nullable(
      z.object({
        wipeId: id,
        /** The office has confirmed that what is not sent may be lost. */
        withoutSending: z.boolean(),
      }),
    ),
  }),
});

export const confirmWipe = defineCall({
  name: "confirmWipe",
  method: "POST",
  path: "/api/installation/wipe/confirm",
  audience: "open",
  summary: "A device has deleted everything of its engineer; a repetition changes nothing",
  body: z.object({ wipeId: id, confirmationSecret: text(100) }),
  response: acknowledged,
});
