import { type OutcomeId, outcomes } from "@fieldfare/domain";
import type { Kept } from "../../../device/drafts.ts";

export const outcomePath = "/jobs/selected/outcome";

export interface OutcomeDraft {
  readonly outcomeId: OutcomeId | null;
}

export function parseOutcome(kept: Kept): OutcomeDraft {
  const chosen = kept.number("outcomeId");
  const known = outcomes.find((outcome) => outcome.outcomeId === chosen);
  return { outcomeId: known?.outcomeId ?? null };
}
