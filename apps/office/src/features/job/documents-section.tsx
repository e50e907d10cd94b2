import { useOperativeName } from "../../server/names.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Section } from "../../ui/page.tsx";
import { FileTable } from "./file-table.tsx";
import { type FieldJob, loadDocument } from "./queries.ts";
import { strings } from "./strings.ts";

interface DocumentsSectionProps {
  readonly documents: FieldJob["documents"];
  readonly isClosed: boolean;
}

/** Lists the job's documents, and whose visit each is of. Each can be read in a dialog or downloaded as PDF. */
export function DocumentsSection({ documents, isClosed }: DocumentsSectionProps) {
  const engineerName = useOperativeName();
  return (
    <Section id="documents" title={`${strings.sections.documents} (${documents.length})`}>
      {documents.length === 0 ? (
        <Empty title="No documents yet">
          {isClosed
            ? "They are made when every photo and signature has arrived."
            : "They are made when the job is closed and everything has arrived."}
        </Empty>
      ) : (
        <FileTable
          label={strings.sections.documents}
          columns={["Document", "Visit of", "Made"]}
          files={documents.map(({ documentId, kind, name, fieldOperativeId, createdOn }) => ({
            id: documentId,
            name,
            contentType: "application/pdf",
            // Access attempts are of several visits.
            details: [
              kind === "access-attempts" ? "" : engineerName(fieldOperativeId),
              formatMoment(createdOn),
            ],
          }))}
          load={loadDocument}
        />
      )}
    </Section>
  );
}
