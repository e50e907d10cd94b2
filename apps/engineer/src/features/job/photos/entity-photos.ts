import { type ImagePurpose, readDraftPhotos, readEntityPhotos } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/** Those taken and not saved with the thing yet, and those that are part of it. Without an id it is being added. */
export function useEntityPhotos(jobId: string, purpose: ImagePurpose, entityId?: string) {
  const device = useDevice();
  const photos = useLive(
    () => readDraftPhotos(device, jobId, purpose, entityId),
    [device, jobId, purpose, entityId],
  );
  const saved = useLive(
    () => (entityId === undefined ? [] : readEntityPhotos(device, jobId, entityId)),
    [device, jobId, entityId],
  );
  return { photos: photos ?? [], saved: saved ?? [] };
}
