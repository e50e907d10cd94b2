import type { JobHistoryItem } from "@fieldfare/contract";
import { downloadPaper, type HistoryDocuments } from "@fieldfare/device";
import { useState } from "react";
import type { Freshness } from "../../../device/refresh.ts";
import { PaperRow } from "../../../device/paper-row.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { RowButton, Rows } from "../../../ui/rows.tsx";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import type { JobScreen } from "../selected-job.tsx";
import { Accordion } from "./accordion.tsx";
import { useDocuments } from "./documents.ts";
import { formatHistoryDate } from "./history-date.ts";
import { PictureViewer } from "./picture-viewer.tsx";
import { useThumbnail } from "./thumbnail.ts";
import styles from "./documents-screen.module.css";
import { words } from "./words.ts";

const list = "/jobs/selected/history";

/** The papers and pictures of one completed job, which the address names. */
export function DocumentsScreen({ job }: JobScreen) {
  const completedJobId = useAddressPart("completedJobId");
  const item = job.history?.find(({ jobId }) => jobId === completedJobId);
  useLeaveIfMissing(item === undefined, list);
  return (
    <Page title={words().documentHistory} back={list}>
      {item && <DocumentsOf key={item.jobId} item={item} />}
    </Page>
  );
}

function DocumentsOf({ item }: { item: JobHistoryItem }) {
  const spoken = words();
  const { found, freshness, retry } = useDocuments(item.jobId);
  const date = formatHistoryDate(item.appointmentDateTime);
  return (
    <>
      <div>
        <h2 className={styles.title}>
          {spoken.heading(date, item.jobCategory, item.jobDetailType)}
        </h2>
        <p>{spoken.documentsOf(item.formattedJobId)}</p>
      </div>
      {!found && <Awaited freshness={freshness} retry={retry} />}
      {found && <Found {...found} />}
    </>
  );
}

function Awaited({ freshness, retry }: { freshness: Freshness; retry: () => void }) {
  const spoken = words();
  if (freshness === "asking" || freshness === "fresh")
    return <LoadingIndicator active label={spoken.loading} />;
  return (
    <>
      {freshness === "offline" ? (
        <Banner tone="warn" alert>
          {spoken.offline}
        </Banner>
      ) : (
        <Banner tone="warn" title={spoken.imagesFailed} alert>
          {spoken.tryLater}
        </Banner>
      )}
      <Button icon="refresh" onClick={retry}>
        {spoken.tryAgain}
      </Button>
    </>
  );
}

function Found({ documents, images }: HistoryDocuments) {
  const spoken = words();
  const [viewed, setViewed] = useState<HistoryDocuments["images"]>([]);
  return (
    <>
      <Accordion title={spoken.documents} count={documents.length}>
        {documents.length === 0 && <p>{spoken.noDocuments}</p>}
        {documents.length > 0 && (
          <Rows label={spoken.documents}>
            {documents.map((paper) => (
              <PaperRow
                key={paper.documentId}
                name={paper.name}
                download={(device) => downloadPaper(device, paper.documentId)}
              />
            ))}
          </Rows>
        )}
      </Accordion>
      <Accordion title={spoken.photos} count={images.length}>
        {images.length === 0 && <p>{spoken.noPhotos}</p>}
        {images.length > 1 && (
          <Button icon="eye" onClick={() => setViewed(images)}>
            {spoken.previewAll}
          </Button>
        )}
        {images.length > 0 && (
          <Rows label={spoken.photos}>
            {images.map((image) => (
              <PhotoRow key={image.documentId} image={image} view={() => setViewed([image])} />
            ))}
          </Rows>
        )}
      </Accordion>
      {viewed.length > 0 && <PictureViewer pictures={viewed} onClose={() => setViewed([])} />}
    </>
  );
}

/** The photo in small as soon as its row comes into view; a photo that cannot be fetched is told of when it is opened. */
function PhotoRow({
  image,
  view,
}: {
  image: HistoryDocuments["images"][number];
  view: () => void;
}) {
  const { ref, url } = useThumbnail(image.documentId);
  return (
    <RowButton
      start={
        <span ref={ref} className={styles.thumbnail}>
          {url ? <img src={url} alt="" /> : <Icon name="camera" />}
        </span>
      }
      label={image.name}
      onClick={view}
    />
  );
}
