import {
  type AbsenceDocuments,
  type Device,
  downloadAbsencePdf,
  readAbsenceDocuments,
} from "@fieldfare/device";
import { useCallback, useState } from "react";
import { DocumentRow } from "../../phone/document-row.tsx";
import { useRefresh } from "../../phone/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { LoadingIndicator } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { strings } from "./strings.ts";

/** Lists the documents about absences. They are on the server, so the screen needs a network. */
export function DocumentsScreen() {
  const text = strings();
  const [documents, setDocuments] = useState<AbsenceDocuments | null>(null);
  const load = useCallback(async (device: Device) => {
    const answer = await readAbsenceDocuments(device);
    if (answer.ok) setDocuments(answer.value);
    return answer;
  }, []);
  const { freshness, retry } = useRefresh(load);
  const isStuck = freshness === "offline" || freshness === "failed";
  return (
    <Page title={text.documents} back="/absences">
      {freshness === "loading" && !documents && <LoadingIndicator active label={text.loading} />}
      {isStuck && !documents && (
        <>
          <Banner tone="warn" title={text.offlineDocuments} alert>
            {freshness === "offline" ? text.offlineDocumentsText : text.tryLater}
          </Banner>
          <Button icon="refresh" onClick={retry}>
            {text.tryAgain}
          </Button>
        </>
      )}
      {documents?.length === 0 && (
        <EmptyState icon="file" title={text.noDocuments}>
          {text.noDocumentsHint}
        </EmptyState>
      )}
      {documents && documents.length > 0 && (
        <Rows label={text.documents}>
          {documents.map((row) => (
            <DocumentRow
              key={row.documentId}
              name={row.name}
              download={(device) => downloadAbsencePdf(device, row.documentId)}
            />
          ))}
        </Rows>
      )}
    </Page>
  );
}
