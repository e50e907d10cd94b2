import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/captions.css";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Lightbox } from "yet-another-react-lightbox";
import Captions from "yet-another-react-lightbox/plugins/captions";
import Download from "yet-another-react-lightbox/plugins/download";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { downloadFile } from "../../ui/download.ts";
import type { Photo } from "./photos-section.tsx";
import { loadImage } from "./queries.ts";

interface PhotoViewerProps {
  readonly photos: readonly Photo[];
  readonly index: number;
  readonly onClose: () => void;
}

/** Shows photos one by one. The arrow keys turn, Escape closes. */
export function PhotoViewer({ photos, index, onClose }: PhotoViewerProps) {
  const images = useQueries({
    queries: photos.map(({ imageId }) => ({
      queryKey: ["image", imageId],
      queryFn: () => loadImage(imageId),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
  const urls = useMemo(
    () => images.map((image) => (image ? URL.createObjectURL(image) : "")),
    [images],
  );
  useEffect(
    () => () => {
      for (const url of urls) if (url) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={photos.map(({ imageId, caption }, position) => ({
        src: urls[position] ?? "",
        alt: caption,
        title: caption,
        download: { url: urls[position] ?? "", filename: `${imageId}.jpg` },
      }))}
      plugins={[Captions, Download, Zoom]}
      carousel={{ finite: true }}
      animation={{ fade: 0, swipe: 150, navigation: 150 }}
      download={{
        download: ({ slide }) => {
          const image = images[urls.indexOf(slide.src)];
          if (image) downloadFile(image, "photo.jpg");
        },
      }}
    />
  );
}
