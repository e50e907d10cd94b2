import type { ImageRow } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { AddingPhotos } from "./adding-photos.tsx";
import { useUnsavedChangesGuard } from "../../../ui/unsaved-changes-guard.ts";
import { strings } from "../strings.ts";
import type { PhotoAdder } from "./add-photos.ts";
import { PhotoGrid } from "./photo-grid.tsx";
import { upload } from "./upload.ts";

/** Reviews the taken photos: add, delete or upload them. Closing the dialog deletes nothing. */
export function PhotoReview(props: {
  jobId: string;
  photos: readonly ImageRow[];
  progress: PhotoAdder["progress"];
  onTake: () => void;
  onClose: () => void;
}) {
  const { jobId, photos, progress, onTake, onClose } = props;
  useUnsavedChangesGuard();
  const device = useDevice();
  const [isUploading, setUploading] = useState(false);
  const text = strings().photos;
  const send = async () => {
    setUploading(true);
    const isQueued = await upload(device, jobId).finally(() => setUploading(false));
    if (isQueued) onClose();
  };
  const canSend = photos.length > 0 && progress === null;
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        <>
          {canSend && (
            <Button kind="main" busy={isUploading && text.uploading} onClick={send}>
              {text.upload(photos.length)}
            </Button>
          )}
          <Button icon="camera" onClick={onTake} disabled={progress !== null}>
            {text.another}
          </Button>
        </>
      }
    >
      <p>{photos.length > 0 || progress ? text.text : text.none}</p>
      <PhotoGrid photos={photos} />
      {progress && <AddingPhotos progress={progress} />}
    </Dialog>
  );
}
