import { z } from "@fieldfare/contract";
import type { SorAnswers } from "@fieldfare/domain";
import type { AnswersSchema } from "../../../phone/drafts.ts";

/** The path of the list of SORs. */
export const sorsPath = "/jobs/selected/sors";

export const sorSchema: AnswersSchema<SorAnswers> = z.object({
  sor: z.nullable(z.object({ sorCodeId: z.number(), code: z.string(), description: z.string() })),
  quantity: z.string(),
});

export interface SorUpdate {
  /** The quantity used, as typed. */
  readonly quantity: string;
}

export const sorUpdateSchema: AnswersSchema<SorUpdate> = z.object({ quantity: z.string() });
