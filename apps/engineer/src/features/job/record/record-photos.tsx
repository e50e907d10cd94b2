import { type Device, discardDraftPhotos, type ImageRow } from "@fieldfare/device";
import { useState } from "react";
import { useEntityPhotos } from "../photos/entity-photos.ts";
import { PhotoField } from "../photos/photo-field.tsx";
import { strings } from "../strings.ts";
import type { Entry } from "./record-entry.tsx";

/** The records that have photos. */
type PhotoPurpose = "note" | "appliance";

export interface RecordPhotos {
  readonly purpose: PhotoPurpose;
  /** Photos that are not saved with the record yet. */
  readonly taken: readonly ImageRow[];
  readonly saved: readonly ImageRow[];
  readonly discard: (device: Device) => Promise<unknown>;
  /** Names the work that has to end before the record can be saved. */
  readonly busy: string | false;
  readonly setAdding: (isAdding: boolean) => void;
}

/** The photos of one record (a note, a part, an appliance), with what takes and discards them. */
export function useRecordPhotos(
  { job, recordId }: Pick<Entry<object>, "job" | "recordId">,
  purpose: PhotoPurpose,
): RecordPhotos {
  const { photos, saved } = useEntityPhotos(job.jobId, purpose, recordId);
  const [isAdding, setAdding] = useState(false);
  return {
    purpose,
    taken: photos,
    saved,
    discard: (device) => discardDraftPhotos(device, job.jobId, purpose, recordId),
    busy: isAdding && strings().photos.addingOne,
    setAdding,
  };
}

/** The photos as a field of the record's form. */
export function RecordPhotoField(props: {
  entry: Pick<Entry<object>, "job" | "recordId">;
  photos: RecordPhotos;
}) {
  const { entry, photos } = props;
  return (
    <PhotoField
      name="photos"
      label={strings().photos.ofRecord}
      jobId={entry.job.jobId}
      purpose={photos.purpose}
      {...(entry.recordId !== undefined && { entityId: entry.recordId })}
      photos={photos.taken}
      saved={photos.saved}
      onAdding={photos.setAdding}
    />
  );
}
