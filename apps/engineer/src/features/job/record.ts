import { type Device, type JobRow, readWork, type Work } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useRouteParam } from "../../ui/route-param.ts";
import { showToast } from "../../ui/toast.tsx";
import { useRequiredAction } from "./selected-job.tsx";
import { strings } from "./strings.ts";

/** All that is recorded in the job; undefined while it is read. */
export function useWork({ jobId }: JobRow): Work | undefined {
  const device = useDevice();
  return useLive(() => readWork(device, jobId), [device, jobId]);
}

/**
 * The record that the address names, to be changed while the work may be edited; a killed page comes back to it.
 * Undefined while it is read. When it is not there, `list` is shown, unless its removal was expected.
 */
export function useRecord<R>(
  job: JobRow,
  routeParam: string,
  read: (device: Device, jobId: string, id: string) => Promise<R | undefined>,
  list: string,
): { readonly record: R | undefined; readonly expectRemoval: () => void } {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const id = useRouteParam(routeParam);
  const found = useLive(
    async () => (await read(device, job.jobId, id)) ?? null,
    [device, job.jobId, id],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && found === null, list);
  return { record: isAllowed && found ? found : undefined, expectRemoval };
}

/**
 * Leads to `to`, and says why, when what the address names is not there or no longer there.
 * What this answers is called before the screen itself takes the thing away.
 */
export function useLeaveIfMissing(isMissing: boolean, to: string): () => void {
  const navigate = useNavigate();
  const isExpected = useRef(false);
  useEffect(() => {
    if (!isMissing || isExpected.current) return;
    showToast({ text: strings().missing, kind: "warn", duration: "long" });
    void navigate({ to, replace: true });
  }, [isMissing, navigate, to]);
  return useCallback(() => {
    isExpected.current = true;
  }, []);
}
