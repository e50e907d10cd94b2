import { type ImagePurpose, readDraftPhotos, readEntityPhotos } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";

/**
 * Reads the draft photos (taken, not saved yet) and the saved photos of a record. Without `entityId` the record is
 * being added and has no saved photos.
 */
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
