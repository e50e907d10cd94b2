import type { HistoryDocuments } from "@fieldfare/device";
import { type UIEvent, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { useHistoryImage } from "./history-image.ts";
import styles from "./photo-viewer.module.css";
import { strings } from "./strings.ts";

type Photo = HistoryDocuments["images"][number];

/** Shows one photo, or several next to each other to swipe through. */
export function PhotoViewer(props: { photos: readonly Photo[]; onClose: () => void }) {
  const { photos, onClose } = props;
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const text = strings();
  const total = photos.length;
  const updateCurrent = (event: UIEvent<HTMLDivElement>) => {
    const { scrollLeft, clientWidth } = event.currentTarget;
    if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth));
  };
  const scrollBy = (by: number) => {
    const { clientWidth = 0 } = strip.current ?? {};
    strip.current?.scrollTo({ left: (current + by) * clientWidth });
  };
  return (
    <Dialog title={photos[current]?.name ?? text.photos} onClose={onClose}>
      <div
        ref={strip}
        className={styles.strip}
        role="group"
        aria-label={text.photos}
        tabIndex={0}
        onScroll={updateCurrent}
      >
        {photos.map((photo, index) => (
          // The photos next to the current one are fetched in advance.
          <Slide key={photo.documentId} photo={photo} isNear={Math.abs(index - current) < 2} />
        ))}
      </div>
      {total > 1 && (
        <div className={styles.navigation}>
          <Button
            icon="arrow-left"
            label={text.previous}
            disabled={current === 0}
            onClick={() => scrollBy(-1)}
          />
          <span role="status">{text.position(current + 1, total)}</span>
          <Button
            icon="arrow-right"
            label={text.following}
            disabled={current === total - 1}
            onClick={() => scrollBy(1)}
          />
        </div>
      )}
    </Dialog>
  );
}

function Slide({ photo, isNear }: { photo: Photo; isNear: boolean }) {
  const { url, hasFailed, retry } = useHistoryImage(photo.documentId, isNear);
  const text = strings();
  return (
    <div className={styles.slide}>
      {url && <img className={styles.image} src={url} alt={photo.name} />}
      {!url && !hasFailed && isNear && <LoadingIndicator active label={text.loadingPhoto} />}
      {hasFailed && (
        <>
          <Banner tone="warn" title={text.imagesFailed} alert>
            {text.tryLater}
          </Banner>
          <Button icon="refresh" onClick={retry}>
            {text.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}
