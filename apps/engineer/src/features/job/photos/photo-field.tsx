import { type ImagePurpose, type ImageRow, newId } from "@fieldfare/device";
import { useEffect, useRef } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldGroup } from "../../../ui/field-group.tsx";
import { strings } from "../strings.ts";
import { AddingPhotos } from "./adding-photos.tsx";
import { useAddPhotos } from "./add-photos.ts";
import { type Chooser, PhotoChooser } from "./photo-chooser.tsx";
import styles from "./photo-field.module.css";
import { PhotoGrid } from "./photo-grid.tsx";

/** A form field for photos. Each photo is saved the moment it is taken. */
export function PhotoField(props: {
  name: string;
  label: string;
  jobId: string;
  purpose: ImagePurpose;
  /** The record that the photos belong to. Omitted for the job itself and for a record that is being added. */
  entityId?: string;
  photos: readonly ImageRow[];
  /** Photos that are saved with the record. They are shown first and cannot be deleted. */
  saved?: readonly ImageRow[];
  error?: string | undefined;
  /** Called with whether a photo is being added. A form that is submitted meanwhile would miss the photo. */
  onAdding?: (isAdding: boolean) => void;
  /** The number of photos that may still be added; unlimited by default. */
  remaining?: number;
  /** Called before the camera or the photo library opens: the page may be killed meanwhile. */
  onOpen?: (openingId: string) => void;
  /** Called after it was cancelled, or when all its photos are saved. */
  onClose?: (openingId: string) => void;
  onSaved?: (photo: ImageRow) => void;
  /** Called before the photo is deleted. */
  onRemove?: (photo: ImageRow) => void;
}) {
  const { photos, saved = [], remaining = Number.POSITIVE_INFINITY } = props;
  const camera = useRef<Chooser>(null);
  const files = useRef<Chooser>(null);
  const { add, progress } = useAddPhotos(props.jobId, props.purpose, props.entityId, props.onSaved);
  const text = strings().photos;
  const device = useDevice();
  const openingId = useRef("");
  const open = (chooser: Chooser | null) => {
    openingId.current = newId(device.ports);
    props.onOpen?.(openingId.current);
    chooser?.open();
  };
  const close = () => props.onClose?.(openingId.current);
  const save = async (files: readonly File[]) => {
    await add(files.slice(0, remaining), openingId.current);
    close();
  };
  const { onAdding } = props;
  const isAdding = progress !== null;
  useEffect(() => {
    onAdding?.(isAdding);
  }, [isAdding, onAdding]);
  return (
    <FieldGroup name={props.name} label={props.label} error={props.error}>
      {saved.length > 0 && <PhotoGrid photos={saved} isFixed />}
      {photos.length > 0 && (
        <PhotoGrid photos={photos} from={saved.length} onRemove={props.onRemove} />
      )}
      {progress && <AddingPhotos progress={progress} />}
      {remaining > 0 && (
        <div className={styles.buttons}>
          <Button icon="camera" onClick={() => open(camera.current)} disabled={isAdding}>
            {saved.length + photos.length > 0 ? text.another : text.add}
          </Button>
          <Button icon="file" onClick={() => open(files.current)} disabled={isAdding}>
            {text.choose}
          </Button>
        </div>
      )}
      <PhotoChooser ref={camera} onChosen={(taken) => void save(taken)} onCancel={close} />
      <PhotoChooser
        ref={files}
        fromFiles
        onChosen={(chosen) => void save(chosen)}
        onCancel={close}
      />
    </FieldGroup>
  );
}
