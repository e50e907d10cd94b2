import { type Device, type JobRow, readWork, type Work } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useLeaveIfMissing } from "../../../phone/leave-if-missing.ts";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { useRequiredAction } from "../selected-job.tsx";
import { strings } from "../strings.ts";

/** Reads everything that is recorded in the job; undefined while it is read. */
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
): { readonly record: R | undefined; readonly expectRemoval: (isExpected?: boolean) => void } {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const found = useLive(
    async () => (await read(device, job.jobId, id)) ?? null,
    [device, job.jobId, id],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && found === null, list, strings().missing);
  return { record: isAllowed && found ? found : undefined, expectRemoval };
}
