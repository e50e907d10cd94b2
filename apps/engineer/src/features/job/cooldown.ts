import { useEffect, useState } from "react";

/** How long a button rests after a step: the second tap of a double tap must not take the next one. */
const cooldownMs = 400;

/** True for a moment after `step` has changed. */
export function useCooldown(step: string): boolean {
  const [settledStep, setSettledStep] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => setSettledStep(step), cooldownMs);
    return () => clearTimeout(timer);
  }, [step]);
  return settledStep !== step;
}
