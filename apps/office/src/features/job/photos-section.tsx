import { Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { createOwnerNames } from "./image-names.ts";
import styles from "./job-screen.module.css";
import { type ReadListText, useListTexts } from "./lists.ts";
import { type FieldJob, loadImage, useImage } from "./queries.ts";
import { strings } from "./strings.ts";

const PhotoViewer = lazy(() =>
  import("./photo-viewer.tsx").then((module) => ({ default: module.PhotoViewer })),
);

export type Photo = FieldJob["images"][number] & { readonly caption: string };

/** The photos of a job: a tap opens one in the viewer, and all are downloaded together. */
export function PhotosSection({ field }: { readonly field: FieldJob }) {
  const [opened, setOpened] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const photos = listPhotos(field, useListTexts());
  const missing = field.closing?.missingImageIds.length ?? 0;

  const downloadAll = async () => {
    setError(null);
    try {
      for (const [index, { imageId }] of photos.entries()) {
        const image = await loadImage(imageId);
        downloadFile(image, `${field.job.formattedJobId}-${index + 1}.${readExtension(image)}`);
      }
    } catch (failure) {
      setError(failure);
    }
  };

  return (
    <Section
      id="photos"
      title={`${strings.sections.photos} (${photos.length})`}
      aside={
        photos.length > 0 && (
          <Button variant="default" onClick={() => void downloadAll()}>
            Download all
          </Button>
        )
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {photos.length === 0 && (
        <Empty title="No photos">
          {missing > 0 ? strings.imagesOnPhone(missing) : strings.noPhotosYet}
        </Empty>
      )}
      <ul className={styles.photos}>
        {photos.map((photo, index) => (
          <li key={photo.imageId}>
            <button
              type="button"
              className={styles.photo}
              aria-label={`Open photo ${index + 1} of ${photos.length}: ${photo.caption}`}
              onClick={() => setOpened(index)}
            >
              <Thumbnail imageId={photo.imageId} />
              <span className={styles.caption}>{photo.caption}</span>
            </button>
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense>
          <PhotoViewer photos={photos} index={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Section>
  );
}

interface ThumbnailProps {
  readonly imageId: string;
  /** For screen readers; empty: the text around it says what it is. */
  readonly description?: string;
}

/** A small image, or why there is none. */
export function Thumbnail({ imageId, description = "" }: ThumbnailProps) {
  const url = useImageUrl(imageId);
  if (url.error) return <span className={styles.placeholder}>Could not be loaded</span>;
  if (url.url === null) return <Skeleton h={130} />;
  return <img src={url.url} alt={description} />;
}

/** An address of an image in this page; it is given up with the component. */
function useImageUrl(imageId: string) {
  const { data, error } = useImage(imageId);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    const own = URL.createObjectURL(data);
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [data]);
  return { url, error };
}

/** The images without the signature, each with what it belongs to. */
export function listPhotos(field: FieldJob, readListText: ReadListText): Photo[] {
  const { images, closing } = field;
  const nameOwner = createOwnerNames(field, readListText);
  return images
    .filter(({ imageId }) => imageId !== closing?.signatureImageId)
    .map((image) => {
      const evidence = image.isEvidence ? ", evidence" : "";
      const owner = nameOwner(image) ?? strings.images.job;
      return { ...image, caption: `${owner}, ${formatMoment(image.takenOn)}${evidence}` };
    });
}

function readExtension({ type }: Blob): string {
  return type === "image/png" ? "png" : "jpg";
}
