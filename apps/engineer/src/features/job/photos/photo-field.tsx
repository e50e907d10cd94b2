import type { ImagePurpose, ImageRow } from "@fieldfare/device";
import { useId, useRef } from "react";
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
  photos: readonly ImageRow[];
  error: string | undefined;
}) {
  const { photos } = props;
  const id = useId();
  const chooser = useRef<Chooser>(null);
  const { add, progress } = useIntake(props.jobId, props.purpose);
  const spoken = words().photos;
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
      {photos.length > 0 && <PhotoGrid photos={photos} />}
      {progress && <AddingPhotos progress={progress} />}
      <Button icon="camera" onClick={() => chooser.current?.open()} disabled={progress !== null}>
        {photos.length > 0 ? spoken.another : spoken.add}
      </Button>
      <PhotoChooser ref={chooser} onChosen={(files) => void add(files)} />
      <FieldError id={id} error={props.error} />
    </div>
  );
}
