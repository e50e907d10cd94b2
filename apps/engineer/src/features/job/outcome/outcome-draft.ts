import { type OutcomeId, outcomes } from "@fieldfare/domain";
import type { DraftReader } from "../../../phone/drafts.ts";

export const outcomePath = "/jobs/selected/outcome";

export interface OutcomeDraft {
  readonly outcomeId: OutcomeId | null;
}

export function parseOutcome(saved: DraftReader): OutcomeDraft {
  const chosen = saved.number("outcomeId");
  const known = outcomes.find((outcome) => outcome.outcomeId === chosen);
  return { outcomeId: known?.outcomeId ?? null };
}
