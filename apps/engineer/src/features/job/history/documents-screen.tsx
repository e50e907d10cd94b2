import type { JobHistoryItem } from "@fieldfare/contract";
import { downloadPaper, type HistoryDocuments } from "@fieldfare/device";
import { useState } from "react";
import { PaperRow } from "../../../device/paper-row.tsx";
import { Button } from "../../../ui/button.tsx";
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
      {item && <DocumentsOf item={item} />}
    </Page>
  );
}

function DocumentsOf({ item }: { item: JobHistoryItem }) {
  const spoken = words();
  const { documents, retry } = useDocuments(item.jobId);
  const date = formatHistoryDate(item.appointmentDateTime);
  return (
    <>
      <div>
        <h2 className={styles.title}>
          {spoken.heading(date, item.jobCategory, item.jobDetailType)}
        </h2>
        <p>{spoken.documentsOf(item.formattedJobId)}</p>
      </div>
      {documents.state === "loading" && <LoadingIndicator active label={spoken.loading} />}
      {documents.state === "offline" && (
        <Banner tone="warn" alert>
          {spoken.offline}
        </Banner>
      )}
      {documents.state === "failed" && (
        <Banner tone="warn" title={spoken.imagesFailed} alert>
          {spoken.tryLater}
        </Banner>
      )}
      {(documents.state === "offline" || documents.state === "failed") && (
        <Button icon="refresh" onClick={retry}>
          {spoken.tryAgain}
        </Button>
      )}
      {documents.state === "ready" && <Found {...documents} />}
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
              <RowButton
                key={image.documentId}
                icon="camera"
                label={image.name}
                onClick={() => setViewed([image])}
              />
            ))}
          </Rows>
        )}
      </Accordion>
      {viewed.length > 0 && <PictureViewer pictures={viewed} onClose={() => setViewed([])} />}
    </>
  );
}
