import { namedSchema, text, z } from "./schema.ts";

/** What waits on a phone; null: the phone has not said. */
export const unsentWork = namedSchema(
  "UnsentWork",
  z.object({
    /** Messages that the server has not received, those of images among them. */
    messages: z.nullable(z.int().check(z.minimum(0))),
    images: z.nullable(z.int().check(z.minimum(0))),
    /**
     * Half-filled forms, wizards and texts that were typed and not saved. The answers of a visit that is handed over are
     * sent, and its forms are counted all the same.
     */
    drafts: z.nullable(z.int().check(z.minimum(0))),
  }),
);
export type UnsentWork = z.output<typeof unsentWork>;

/** Why a phone that has to be wiped cannot send a message. */
export const sendingProblem = namedSchema(
  "SendingProblem",
  z.object({
    /** The code of the refusal; `sign-in-needed`: nobody is signed in who could send. */
    code: text(50),
    /** The type of the message that was refused. */
    type: z.optional(text(50)),
    detail: z.optional(text(500)),
  }),
);
export type SendingProblem = z.output<typeof sendingProblem>;
