import { checkOutcome, readUnopenableForms } from "@fieldfare/device";
import type { ClosingIssue, OutcomeId } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** The specification's delay: an outcome that is changed again within it is not checked. */
const delayMs = 1000;

export interface ClosingCheck {
  readonly isChecking: boolean;
  /** Null until the outcome has been checked. Live afterwards. */
  readonly issues: readonly ClosingIssue[] | null;
}

/** Checks whether the job may be closed with `outcomeId`. */
export function useClosingCheck(jobId: string, outcomeId: OutcomeId | null): ClosingCheck {
  const device = useDevice();
  const [settled, setSettled] = useState<OutcomeId | null>(null);
  useEffect(() => {
    if (outcomeId === null) return undefined;
    const timer = setTimeout(() => setSettled(outcomeId), delayMs);
    return () => clearTimeout(timer);
  }, [outcomeId]);
  const checked = useLive(async () => {
    if (!settled) return null;
    const unopenable = await readUnopenableForms(device, jobId);
    return { settled, issues: await checkOutcome(device, jobId, settled, unopenable) };
  }, [device, jobId, settled]);
  const isCurrent = outcomeId !== null && outcomeId === settled && checked?.settled === outcomeId;
  return {
    isChecking: outcomeId !== null && !isCurrent,
    issues: isCurrent ? checked.issues : null,
  };
}
