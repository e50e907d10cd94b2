import {
  type AbsenceDocuments,
  type Device,
  downloadAbsencePaper,
  readAbsenceDocuments,
} from "@fieldfare/device";
import { useCallback, useState } from "react";
import { PaperRow } from "../../device/paper-row.tsx";
import { useRefresh } from "../../device/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "./words.ts";

/** Papers about absences. They lie on the server: without a signal they cannot be had. */
export function DocumentsScreen() {
  const spoken = words();
  const [documents, setDocuments] = useState<AbsenceDocuments | null>(null);
  const load = useCallback(async (device: Device) => {
    const answer = await readAbsenceDocuments(device);
    if (answer.ok) setDocuments(answer.value);
    return answer;
  }, []);
  const { freshness, retry } = useRefresh(load);
  const isStuck = freshness === "offline" || freshness === "failed";
  return (
    <Page title={spoken.documents} back="/absences">
      {freshness === "asking" && !documents && <LoadingIndicator active label={spoken.loading} />}
      {isStuck && !documents && (
        <>
          <Banner tone="warn" title={spoken.offlineDocuments} alert>
            {freshness === "offline" ? spoken.offlineDocumentsText : spoken.tryLater}
          </Banner>
          <Button icon="refresh" onClick={retry}>
            {spoken.tryAgain}
          </Button>
        </>
      )}
      {documents?.length === 0 && (
        <EmptyState icon="file" title={spoken.noDocuments}>
          {spoken.noDocumentsHint}
        </EmptyState>
      )}
      {documents && documents.length > 0 && (
        <Rows label={spoken.documents}>
          {documents.map((paper) => (
            <PaperRow
              key={paper.documentId}
              name={paper.name}
              download={(device) => downloadAbsencePaper(device, paper.documentId)}
            />
          ))}
        </Rows>
      )}
    </Page>
  );
}
