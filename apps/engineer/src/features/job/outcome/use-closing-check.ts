import { checkOutcome } from "@fieldfare/device";
import type { ClosingFault, OutcomeId } from "@fieldfare/domain";
import { useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";

/** The spec's: a choice that is changed at once is not checked. */
const delayMs = 1000;

export interface ClosingCheck {
  readonly isChecking: boolean;
  /** Null until an outcome has been checked. */
  readonly faults: readonly ClosingFault[] | null;
}

/** Whether the job may be closed with `outcomeId`, looked at anew whenever the screen is entered. */
export function useClosingCheck(jobId: string, outcomeId: OutcomeId | null): ClosingCheck {
  const device = useDevice();
  const [checked, setChecked] = useState<{
    readonly outcomeId: OutcomeId;
    readonly faults: readonly ClosingFault[];
  } | null>(null);
  useEffect(() => {
    if (outcomeId === null) return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      void checkOutcome(device, jobId, outcomeId).then((faults) => {
        if (isWanted) setChecked({ outcomeId, faults });
      });
    }, delayMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [device, jobId, outcomeId]);
  const isCurrent = checked !== null && checked.outcomeId === outcomeId;
  return {
    isChecking: outcomeId !== null && !isCurrent,
    faults: isCurrent ? checked.faults : null,
  };
}
