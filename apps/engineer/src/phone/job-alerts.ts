import { markJobAlertsRead } from "@fieldfare/device";
import { useEffect } from "react";
import { useDevice } from "./device.tsx";

/** Marks a job's alerts as read when the job opens. Alerts that come later appear below the header. */
export function useJobAlertsRead(jobId: string | undefined): void {
  const device = useDevice();
  useEffect(() => {
    if (jobId !== undefined) void markJobAlertsRead(device, jobId);
  }, [device, jobId]);
}
