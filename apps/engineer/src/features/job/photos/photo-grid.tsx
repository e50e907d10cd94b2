import { deletePhoto, type ImageRow } from "@fieldfare/device";
import { useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { useRemovalWhileSaving } from "../../../phone/while-saving.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { formatTime } from "../../../phone/times.ts";
import { confirm, Dialog } from "../../../ui/dialog.tsx";
import { strings } from "../strings.ts";
import styles from "./photo-grid.module.css";
import { useImageUrl, useStoredBytes } from "./image-url.ts";

/** Thumbnails that open the whole photo. Fixed photos are part of a record and cannot be deleted. */
export function PhotoGrid(props: {
  photos: readonly ImageRow[];
  isFixed?: boolean;
  /** The number of photos shown before these. */
  from?: number;
  /** Called before a photo is deleted. */
  onRemove?: ((photo: ImageRow) => void) | undefined;
}) {
  const { photos, isFixed = false, from = 0 } = props;
  return (
    <ul className={styles.grid}>
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.imageId}
          photo={photo}
          number={from + index + 1}
          isFixed={isFixed}
          onRemove={props.onRemove}
        />
      ))}
    </ul>
  );
}

function PhotoTile(props: {
  photo: ImageRow;
  number: number;
  isFixed: boolean;
  onRemove?: ((photo: ImageRow) => void) | undefined;
}) {
  const { photo, number, isFixed } = props;
  const device = useDevice();
  const text = strings().photos;
  const url = useImageUrl(useStoredBytes(photo.imageId));
  const [isOpen, setOpen] = useState(false);
  const removal = useRemovalWhileSaving(photo);
  const name = text.photoName(number, formatTime(photo.takenOn));
  const remove = async () => {
    const isConfirmed = await confirm({
      title: text.removeQuestion,
      text: text.removeText,
      confirm: text.removeConfirm,
      cancel: text.removeKeep,
      danger: true,
    });
    if (!isConfirmed) return;
    props.onRemove?.(photo);
    const deleted = await removal.remove(() => deletePhoto(device, photo.imageId));
    if (!deleted.ok) toastRefusal(deleted.refusal, text.refusals);
  };
  if (removal.isGone) return null;
  return (
    <li
      className={classes(styles.photo, removal.isRemoving && styles.removing)}
      aria-busy={removal.isRemoving}
    >
      {url && (
        <button type="button" className={styles.open} onClick={() => setOpen(true)}>
          <img src={url} alt={name} />
        </button>
      )}
      {!isFixed && (
        <span className={styles.remove}>
          <Button
            icon="trash"
            label={text.remove(number)}
            busy={removal.isRemoving && text.removing}
            onClick={remove}
          />
        </span>
      )}
      {isOpen && (
        <Dialog title={name} onClose={() => setOpen(false)}>
          {/* The dialog's title already describes the photo. */}
          <img className={styles.whole} src={url} alt="" />
        </Dialog>
      )}
    </li>
  );
}
