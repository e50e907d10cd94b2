import type { JobHistoryItem } from "@fieldfare/contract";
import { downloadPdf, type HistoryDocuments } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Freshness } from "../../../phone/refresh.ts";
import { DocumentRow } from "../../../phone/document-row.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LoadingIndicator } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { RowButton, Rows } from "../../../ui/rows.tsx";
import { useLeaveIfMissing } from "../../../phone/leave-if-missing.ts";
import type { JobScreen } from "../selected-job.tsx";
import { Accordion } from "./accordion.tsx";
import { useDocuments } from "./documents.ts";
import { formatHistoryDate } from "./history-date.ts";
import { PhotoViewer } from "./photo-viewer.tsx";
import { useThumbnail } from "./thumbnail.ts";
import styles from "./documents-screen.module.css";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/history";

/** The documents and photos of the completed job whose id is in the address. */
export function DocumentsScreen({ job }: JobScreen) {
  // Two routes show this screen. One names no job, and the engineer goes back to the list.
  const { completedJobId } = useParams({ strict: false });
  const item = job.history?.find(({ jobId }) => jobId === completedJobId);
  useLeaveIfMissing(item === undefined, listPath, jobStrings().missing);
  return (
    <Page title={strings().documentHistory} back={listPath}>
      {item && <JobDocuments key={item.jobId} item={item} />}
    </Page>
  );
}

function JobDocuments({ item }: { item: JobHistoryItem }) {
  const text = strings();
  const { found, freshness, retry } = useDocuments(item.jobId);
  const date = formatHistoryDate(item.appointmentDateTime);
  return (
    <>
      <div>
        <h2 className={styles.title}>{text.heading(date, item.jobCategory, item.jobDetailType)}</h2>
        <p>{text.job(item.formattedJobId)}</p>
      </div>
      {!found && <PendingDocuments freshness={freshness} retry={retry} />}
      {found && <DocumentLists {...found} />}
    </>
  );
}

function PendingDocuments({ freshness, retry }: { freshness: Freshness; retry: () => void }) {
  const text = strings();
  if (freshness === "loading" || freshness === "fresh")
    return <LoadingIndicator active label={text.loading} />;
  return (
    <>
      {freshness === "offline" ? (
        <Banner tone="warn" alert>
          {text.offline}
        </Banner>
      ) : (
        <Banner tone="warn" title={text.imagesFailed} alert>
          {text.tryLater}
        </Banner>
      )}
      <Button icon="refresh" onClick={retry}>
        {text.tryAgain}
      </Button>
    </>
  );
}

function DocumentLists({ documents, images }: HistoryDocuments) {
  const text = strings();
  const [viewed, setViewed] = useState<HistoryDocuments["images"]>([]);
  return (
    <>
      <Accordion title={text.documents} count={documents.length}>
        {documents.length === 0 && <p>{text.noDocuments}</p>}
        {documents.length > 0 && (
          <Rows label={text.documents}>
            {documents.map((row) => (
              <DocumentRow
                key={row.documentId}
                name={row.name}
                download={(device) => downloadPdf(device, row.documentId)}
              />
            ))}
          </Rows>
        )}
      </Accordion>
      <Accordion title={text.photos} count={images.length}>
        {images.length === 0 && <p>{text.noPhotos}</p>}
        {images.length > 1 && (
          <Button icon="eye" onClick={() => setViewed(images)}>
            {text.previewAll}
          </Button>
        )}
        {images.length > 0 && (
          <Rows label={text.photos}>
            {images.map((image) => (
              <PhotoRow key={image.documentId} image={image} view={() => setViewed([image])} />
            ))}
          </Rows>
        )}
      </Accordion>
      {viewed.length > 0 && <PhotoViewer photos={viewed} onClose={() => setViewed([])} />}
    </>
  );
}

/** Shows a thumbnail once the row is in view. A failed download is reported only when the photo is opened. */
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
