import { deletePhoto, type ImageRow } from "@fieldfare/device";
import { memo, useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { formatTime } from "../../../ui/dates.ts";
import { confirm } from "../../../ui/dialog.tsx";
import { words } from "../words.ts";
import styles from "./photo-grid.module.css";

/** Pictures that may still be deleted. */
export function PhotoGrid({ photos }: { photos: readonly ImageRow[] }) {
  return (
    <ul className={styles.grid}>
      {photos.map((photo, index) => (
        <Photo key={photo.imageId} photo={photo} number={index + 1} />
      ))}
    </ul>
  );
}

/** Drawn again only for another picture: each reading brings the same bytes anew. */
const Photo = memo(PhotoTile, (earlier, later) => {
  return earlier.photo.imageId === later.photo.imageId && earlier.number === later.number;
});

function PhotoTile({ photo, number }: { photo: ImageRow; number: number }) {
  const device = useDevice();
  const spoken = words().photos;
  const url = usePictureUrl(photo.bytes);
  const remove = async () => {
    const isWanted = await confirm({
      title: spoken.removeQuestion,
      text: spoken.removeText,
      confirm: spoken.removeConfirm,
      cancel: spoken.removeKeep,
      danger: true,
    });
    if (!isWanted) return;
    const deleted = await deletePhoto(device, photo.imageId);
    if (!deleted.ok) speakRefusal(deleted.refusal, spoken.refusals);
  };
  return (
    <li className={styles.photo}>
      {url && <img src={url} alt={spoken.picture(number, formatTime(photo.takenOn))} />}
      <span className={styles.remove}>
        <Button icon="trash" label={spoken.remove(number)} onClick={() => void remove()} />
      </span>
    </li>
  );
}

function usePictureUrl(bytes: ArrayBuffer): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url;
}
