import { z } from "@fieldfare/contract";
import { type OutcomeId, outcomes } from "@fieldfare/domain";
import { type AnswersSchema, draftParser } from "../../../phone/drafts.ts";

export interface OutcomeDraft {
  readonly outcomeId: OutcomeId | null;
}

const outcomeSchema: AnswersSchema<OutcomeDraft> = z.object({
  outcomeId: z.nullable(z.literal(outcomes.map(({ outcomeId }) => outcomeId))),
});

export const parseOutcome = draftParser(outcomeSchema, { outcomeId: null });
