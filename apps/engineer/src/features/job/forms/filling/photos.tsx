import { type ImageRow, readPictures } from "@fieldfare/device";
import { photoIds } from "@fieldfare/domain";
import { useCallback, useRef } from "react";
import type { QuestionFileModel } from "survey-core";
import { useDevice, useLive } from "../../../../device/device.tsx";
import { PhotoField } from "../../photos/photo-field.tsx";
import { words } from "../words.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { answer } from "./model.ts";
import { placeOfQuestion } from "./place.ts";
import type { QuestionProps } from "./question-props.ts";

/** Pictures through the camera room: the answer names them, their bytes lie with the job's pictures. */
export function PhotosQuestion({ question, ...field }: QuestionProps<QuestionFileModel>) {
  const { jobId, customFormId, photograph } = useFilling();
  const device = useDevice();
  const spoken = words().photos;
  const ids = photoIds(question.value);
  const key = ids.join(" ");
  const rows = useLive(() => readPictures(device, jobId, ids), [device, jobId, key]);
  // While the rows of a new list are read, those of the list before stand.
  const known = useRef<readonly ImageRow[]>([]);
  if (rows) known.current = rows;
  const photos = known.current.filter((row) => ids.includes(row.imageId));
  const wasAdding = useRef(false);
  const onAdding = useCallback(
    (isAdding: boolean) => {
      // All that came back from the camera has its place: nothing is to be looked for any more.
      if (wasAdding.current && !isAdding) photograph(null);
      wasAdding.current = isAdding;
    },
    [photograph],
  );
  const most = mostOf(question);
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
        room={field.disabled ? 0 : most - ids.length}
        onOpen={() => photograph(placeOfQuestion(question))}
        onAdding={onAdding}
        onKept={(row) => answer(question, [...list(question.value), photoAnswer(row)])}
        onRemove={(row) =>
          answer(
            question,
            list(question.value).filter((photo) => photo.imageId !== row.imageId),
          )
        }
      />
      {missing > 0 && <p className={styles.description}>{spoken.missing(missing)}</p>}
      {ids.length >= most && <p className={styles.description}>{spoken.most(most)}</p>}
    </>
  );
}

interface PhotoAnswer {
  readonly imageId: string;
  readonly name: string;
  readonly type: "image/jpeg";
  readonly content: string;
}

export function photoAnswer({ imageId }: ImageRow): PhotoAnswer {
  return { imageId, name: `${imageId}.jpg`, type: "image/jpeg", content: imageId };
}

export function list(value: unknown): readonly PhotoAnswer[] {
  return Array.isArray(value) ? (value as readonly PhotoAnswer[]) : [];
}

function mostOf(question: QuestionFileModel): number {
  const { maxFiles, allowMultiple } = question;
  if (!allowMultiple) return 1;
  return maxFiles > 0 ? maxFiles : Number.POSITIVE_INFINITY;
}
