import { type ImageRow, readImagesByIds } from "@fieldfare/device";
import type { PhotosState } from "@fieldfare/forms";
import { useRef } from "react";
import { useDevice, useLive } from "../../../../phone/device.tsx";
import { PhotoField } from "../../photos/photo-field.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";

/** Photos from the camera. The answer contains their ids; their bytes are stored with the job's images. */
export function PhotosQuestion({ question, ...field }: QuestionProps<PhotosState>) {
  const { jobId, customFormId, session } = useFilling();
  const device = useDevice();
  const text = strings().photos;
  const { path, imageIds: ids, max } = question;
  const key = ids.join(" ");
  const rows = useLive(() => readImagesByIds(device, jobId, ids), [device, jobId, key]);
  // While the rows of a new list are read, the rows of the previous list are shown.
  const latestRows = useRef<readonly ImageRow[]>([]);
  if (rows) latestRows.current = rows;
  const photos = latestRows.current.filter((row) => ids.includes(row.imageId));
  const missing = rows ? ids.length - rows.length : 0;
  return (
    <>
      <PhotoField
        name={field.name}
        label={field.label}
        jobId={jobId}
        purpose="form"
        entityId={customFormId}
        saved={photos.filter((row) => row.state !== "draft" || field.disabled)}
        photos={photos.filter((row) => row.state === "draft" && !field.disabled)}
        error={field.error}
        remaining={field.disabled ? 0 : max - ids.length}
        onOpen={(openingId) => session.openCamera(path, openingId)}
        onClose={session.closeCamera}
        onSaved={({ imageId, openingId = "" }) => session.addTakenPhoto(openingId, imageId)}
        onRemove={({ imageId }) => session.removePhoto(path, imageId)}
      />
      {missing > 0 && <p className={styles.description}>{text.missing(missing)}</p>}
      {ids.length >= max && <p className={styles.description}>{text.max(max)}</p>}
    </>
  );
}
