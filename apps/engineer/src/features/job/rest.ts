import { useEffect, useState } from "react";

/** How long a button rests after a step: the second tap of a double tap must not take the next one. */
const restMs = 400;

/** True for a moment after `step` has changed. */
export function useRest(step: string): boolean {
  const [rested, setRested] = useState(step);
  useEffect(() => {
    const timer = setTimeout(() => setRested(step), restMs);
    return () => clearTimeout(timer);
  }, [step]);
  return rested !== step;
}
