import type { HistoryDocuments } from "@fieldfare/device";
import { type UIEvent, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { usePicture } from "./picture.ts";
import styles from "./picture-viewer.module.css";
import { words } from "./words.ts";

type Picture = HistoryDocuments["images"][number];

/** One picture, or many side by side to swipe through. */
export function PictureViewer(props: { pictures: readonly Picture[]; onClose: () => void }) {
  const { pictures, onClose } = props;
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const spoken = words();
  const total = pictures.length;
  const follow = (event: UIEvent<HTMLDivElement>) => {
    const { scrollLeft, clientWidth } = event.currentTarget;
    if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth));
  };
  const turn = (by: number) => {
    const { clientWidth = 0 } = strip.current ?? {};
    strip.current?.scrollTo({ left: (current + by) * clientWidth });
  };
  return (
    <Dialog title={pictures[current]?.name ?? spoken.photos} onClose={onClose}>
      <div
        ref={strip}
        className={styles.strip}
        role="group"
        aria-label={spoken.photos}
        tabIndex={0}
        onScroll={follow}
      >
        {pictures.map((picture, index) => (
          // The neighbours are fetched before they are swiped to, the others are not.
          <Slide
            key={picture.documentId}
            picture={picture}
            isNear={Math.abs(index - current) < 2}
          />
        ))}
      </div>
      {total > 1 && (
        <div className={styles.turning}>
          <Button
            icon="arrow-left"
            label={spoken.previous}
            disabled={current === 0}
            onClick={() => turn(-1)}
          />
          <span role="status">{spoken.position(current + 1, total)}</span>
          <Button
            icon="arrow-right"
            label={spoken.following}
            disabled={current === total - 1}
            onClick={() => turn(1)}
          />
        </div>
      )}
    </Dialog>
  );
}

function Slide({ picture, isNear }: { picture: Picture; isNear: boolean }) {
  const { url, hasFailed, retry } = usePicture(picture.documentId, isNear);
  const spoken = words();
  return (
    <div className={styles.slide}>
      {url && <img className={styles.picture} src={url} alt={picture.name} />}
      {!url && !hasFailed && isNear && <LoadingIndicator active label={spoken.loadingPhoto} />}
      {hasFailed && (
        <>
          <Banner tone="warn" title={spoken.imagesFailed} alert>
            {spoken.tryLater}
          </Banner>
          <Button icon="refresh" onClick={retry}>
            {spoken.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}
