import { Button, Group, Modal } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { type FieldJob, loadDocument } from "./queries.ts";
import { strings } from "./strings.ts";

type JobDocument = FieldJob["documents"][number];

const PdfPages = lazy(() =>
  import("./pdf-pages.tsx").then((module) => ({ default: module.PdfPages })),
);

interface DocumentsSectionProps {
  readonly documents: readonly JobDocument[];
  readonly isClosed: boolean;
}

/** Lists the job's documents. Each can be read in a dialog or downloaded as PDF. */
export function DocumentsSection({ documents, isClosed }: DocumentsSectionProps) {
  const [opened, setOpened] = useState<JobDocument | null>(null);
  const [error, setError] = useState<unknown>(null);
  const download = async ({ documentId, name }: JobDocument) => {
    setError(null);
    try {
      downloadFile(await loadDocument(documentId), `${name}.pdf`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Section id="documents" title={`${strings.sections.documents} (${documents.length})`}>
      {error !== null && <ErrorNotice error={error} />}
      {documents.length === 0 && (
        <Empty title="No documents yet">
          {isClosed
            ? "They are made when every photo and signature has arrived."
            : "They are made when the job is closed and everything has arrived."}
        </Empty>
      )}
      {documents.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.sections.documents}>
            <thead>
              <tr>
                <th scope="col">Document</th>
                <th scope="col">Made</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {documents.map((document) => (
                <tr key={document.documentId}>
                  <td>{document.name}</td>
                  <td>{formatMoment(document.createdOn)}</td>
                  <td>
                    <Group gap="xs">
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Read ${document.name}`}
                        onClick={() => setOpened(document)}
                      >
                        Read
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Download ${document.name}`}
                        onClick={() => void download(document)}
                      >
                        Download
                      </Button>
                    </Group>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened && (
        <Modal opened size="xl" title={opened.name} onClose={() => setOpened(null)}>
          <Suspense>
            <PdfPages
              fileId={opened.documentId}
              load={() => loadDocument(opened.documentId)}
              name={opened.name}
            />
          </Suspense>
        </Modal>
      )}
    </Section>
  );
}
