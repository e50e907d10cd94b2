import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { useDraftPhotos, useAddPhotos } from "./add-photos.ts";
import { type Chooser, PhotoChooser } from "./photo-chooser.tsx";

const Review = lazy(() =>
  import("./photo-review.tsx").then((module) => ({ default: module.PhotoReview })),
);

/** Opens the camera, or the photo review while photos wait to be uploaded. */
export function CameraButton({ job }: JobScreen) {
  const chooser = useRef<Chooser>(null);
  const photoAdder = useAddPhotos(job.jobId, "job");
  const photos = useDraftPhotos(job.jobId, "job") ?? [];
  const [isReviewing, setReviewing] = useState(false);
  const text = strings().photos;
  const take = async (files: readonly File[]) => {
    setReviewing(true);
    await photoAdder.add(files);
  };
  return (
    <>
      <Button
        kind="header"
        icon="camera"
        label={photos.length > 0 ? text.waiting(photos.length) : text.take}
        onClick={() => (photos.length > 0 ? setReviewing(true) : chooser.current?.open())}
      >
        {photos.length > 0 && photos.length}
      </Button>
      <PhotoChooser ref={chooser} onChosen={(files) => void take(files)} />
      {isReviewing && (
        <Suspense>
          <Review
            jobId={job.jobId}
            photos={photos}
            progress={photoAdder.progress}
            onTake={() => chooser.current?.open()}
            onClose={() => setReviewing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
