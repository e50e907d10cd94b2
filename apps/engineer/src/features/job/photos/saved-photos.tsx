import { readEntityPhotos } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { PhotoGrid } from "./photo-grid.tsx";

/** The photos of a read-only record. */
export function SavedPhotos({ jobId, entityId }: { jobId: string; entityId: string }) {
  const device = useDevice();
  const photos = useLive(
    () => readEntityPhotos(device, jobId, entityId),
    [device, jobId, entityId],
  );
  return photos && photos.length > 0 && <PhotoGrid photos={photos} isFixed />;
}
