import type { CloseAnswers } from "../actions/closing.ts";

/** Answers to everything that the wizard may ask for; the customer does not sign. */
export function closeAnswers(more: Partial<CloseAnswers> = {}): CloseAnswers {
  return {
    outcomeId: 1,
    causes: [],
    unopenable: [],
    warningNotice: { reason: "The notice is on my pad" },
    unusedParts: { explanation: "Not needed after all" },
    contacts: { isReviewed: true },
    heating: {
      isHeatingOperational: true,
      hasHotWater: true,
      wereTempHeatersLeft: false,
      isThePropertyCapped: false,
    },
    rootCause: { causes: [] },
    signature: { customerName: "Priya Shah", optOut: true, signature: null },
    signOff: { isAgreed: true },
    ...more,
  };
}
