import { type ImageRow, readImagesByIds } from "@fieldfare/device";
import { photoIds } from "@fieldfare/domain";
import { useCallback, useRef } from "react";
import type { QuestionFileModel } from "survey-core";
import { useDevice, useLive } from "../../../../phone/device.tsx";
import { PhotoField } from "../../photos/photo-field.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { setAnswer } from "./model.ts";
import { locateQuestion } from "./place.ts";
import type { QuestionProps } from "./question-props.ts";

/** Photos from the camera. The answer contains their ids; their bytes are stored with the job's images. */
export function PhotosQuestion({ question, ...field }: QuestionProps<QuestionFileModel>) {
  const { jobId, customFormId, setCameraPlace } = useFilling();
  const device = useDevice();
  const text = strings().photos;
  const ids = photoIds(question.value);
  const key = ids.join(" ");
  const rows = useLive(() => readImagesByIds(device, jobId, ids), [device, jobId, key]);
  // While the rows of a new list are read, the rows of the previous list are shown.
  const latestRows = useRef<readonly ImageRow[]>([]);
  if (rows) latestRows.current = rows;
  const photos = latestRows.current.filter((row) => ids.includes(row.imageId));
  const wasAdding = useRef(false);
  const onAdding = useCallback(
    (isAdding: boolean) => {
      // All photos from the camera are in the answer, so there is nothing to restore after a kill.
      if (wasAdding.current && !isAdding) setCameraPlace(null);
      wasAdding.current = isAdding;
    },
    [setCameraPlace],
  );
  const maxPhotos = readMaxPhotos(question);
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
        remaining={field.disabled ? 0 : maxPhotos - ids.length}
        onOpen={() => setCameraPlace(locateQuestion(question))}
        onAdding={onAdding}
        onSaved={(row) =>
          setAnswer(question, [...readPhotoAnswers(question.value), buildPhotoAnswer(row)])
        }
        onRemove={(row) =>
          setAnswer(
            question,
            readPhotoAnswers(question.value).filter((photo) => photo.imageId !== row.imageId),
          )
        }
      />
      {missing > 0 && <p className={styles.description}>{text.missing(missing)}</p>}
      {ids.length >= maxPhotos && <p className={styles.description}>{text.max(maxPhotos)}</p>}
    </>
  );
}

interface PhotoAnswer {
  readonly imageId: string;
  readonly name: string;
  readonly type: "image/jpeg";
  readonly content: string;
}

export function buildPhotoAnswer({ imageId }: ImageRow): PhotoAnswer {
  return { imageId, name: `${imageId}.jpg`, type: "image/jpeg", content: imageId };
}

export function readPhotoAnswers(value: unknown): readonly PhotoAnswer[] {
  return Array.isArray(value) ? (value as readonly PhotoAnswer[]) : [];
}

function readMaxPhotos(question: QuestionFileModel): number {
  const { maxFiles, allowMultiple } = question;
  if (!allowMultiple) return 1;
  return maxFiles > 0 ? maxFiles : Number.POSITIVE_INFINITY;
}
