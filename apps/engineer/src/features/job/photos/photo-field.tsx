import type { ImagePurpose, ImageRow } from "@fieldfare/device";
import { useEffect, useId, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { words } from "../words.ts";
import { AddingPhotos } from "./adding-photos.tsx";
import { useIntake } from "./intake.ts";
import { type Chooser, PhotoChooser } from "./photo-chooser.tsx";
import styles from "./photo-field.module.css";
import { PhotoGrid } from "./photo-grid.tsx";

/** Pictures as a field of a form; each is kept the moment it is taken. */
export function PhotoField(props: {
  name: string;
  label: string;
  jobId: string;
  purpose: ImagePurpose;
  /** The thing that the pictures are taken for, when it is not the job and not being added. */
  entityId?: string;
  photos: readonly ImageRow[];
  /** Saved with the thing: shown before the others, not to be deleted any more. */
  saved?: readonly ImageRow[];
  error?: string | undefined;
  /** Hears whether a picture is being added: it would come too late for a form that is sent now. */
  onAdding?: (isAdding: boolean) => void;
}) {
  const { photos, saved = [] } = props;
  const id = useId();
  const camera = useRef<Chooser>(null);
  const files = useRef<Chooser>(null);
  const { add, progress } = useIntake(props.jobId, props.purpose, props.entityId);
  const spoken = words().photos;
  const { onAdding } = props;
  const isAdding = progress !== null;
  useEffect(() => onAdding?.(isAdding), [isAdding, onAdding]);
  return (
    <div
      className={styles.field}
      role="group"
      tabIndex={-1}
      data-field={props.name}
      aria-labelledby={`${id}-label`}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <span className={styles.label} id={`${id}-label`}>
        {props.label}
      </span>
      {saved.length > 0 && <PhotoGrid photos={saved} isFixed />}
      {photos.length > 0 && <PhotoGrid photos={photos} from={saved.length} />}
      {progress && <AddingPhotos progress={progress} />}
      <div className={styles.ways}>
        <Button icon="camera" onClick={() => camera.current?.open()} disabled={progress !== null}>
          {saved.length + photos.length > 0 ? spoken.another : spoken.add}
        </Button>
        <Button icon="file" onClick={() => files.current?.open()} disabled={progress !== null}>
          {spoken.choose}
        </Button>
      </div>
      <PhotoChooser ref={camera} onChosen={(taken) => void add(taken)} />
      <PhotoChooser ref={files} fromFiles onChosen={(chosen) => void add(chosen)} />
      <FieldError id={id} error={props.error} />
    </div>
  );
}
