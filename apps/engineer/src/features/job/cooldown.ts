import { useEffect, useState } from "react";

/** The second tap of a double tap must not take the next step. */
const cooldownMs = 400;

/** Returns true for a moment after `step` has changed. The button is busy meanwhile. */
export function useCooldown(step: string): boolean {
  const [settledStep, setSettledStep] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => setSettledStep(step), cooldownMs);
    return () => clearTimeout(timer);
  }, [step]);
  return settledStep !== step;
}
