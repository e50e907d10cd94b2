import { readEntityPhotos } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { PhotoGrid } from "./photo-grid.tsx";

/** The pictures that are part of a thing which can only be read. */
export function SavedPhotos({ jobId, entityId }: { jobId: string; entityId: string }) {
  const device = useDevice();
  const photos = useLive(
    () => readEntityPhotos(device, jobId, entityId),
    [device, jobId, entityId],
  );
  return photos && photos.length > 0 && <PhotoGrid photos={photos} isFixed />;
}
