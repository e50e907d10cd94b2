import { markJobAlertsRead } from "@fieldfare/device";
import { useEffect } from "react";
import { useDevice } from "./device.tsx";

/** Whoever opens a job sees what the office did with it. What comes later is told in the frame of the screen. */
export function useJobAlertsRead(jobId: string | undefined): void {
  const device = useDevice();
  useEffect(() => {
    if (jobId !== undefined) void markJobAlertsRead(device, jobId);
  }, [device, jobId]);
}
