import { type Device, type JobRow, readWork, type Work } from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useRequiredAction } from "../selected-job.tsx";
import { strings } from "../strings.ts";

/** Everything that is recorded in the job; undefined while it is read. */
export function useWork({ jobId }: JobRow): Work | undefined {
  const device = useDevice();
  return useLive(() => readWork(device, jobId), [device, jobId]);
}

/**
 * Reads the record whose id is in the address. Undefined while it is read.
 * Opens `list` when the record does not exist, unless `expectRemoval` was called before.
 */
export function useRecord<R>(
  job: JobRow,
  id: string,
  read: (device: Device, jobId: string, id: string) => Promise<R | undefined>,
  list: PlainPath,
): { readonly record: R | undefined; readonly expectRemoval: () => void } {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const found = useLive(
    async () => (await read(device, job.jobId, id)) ?? null,
    [device, job.jobId, id],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && found === null, list);
  return { record: isAllowed && found ? found : undefined, expectRemoval };
}

/**
 * Opens `to` and shows a toast when the record in the address does not exist, or exists no longer.
 * The screen calls the returned function before it removes the record itself.
 */
export function useLeaveIfMissing(isMissing: boolean, to: PlainPath): () => void {
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
