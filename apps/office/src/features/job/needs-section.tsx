import { Button, Group, Loader, Modal } from "@mantine/core";
import type { JobAttachment } from "@fieldfare/contract";
import { lazy, Suspense, useEffect, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { listNeeds } from "../../server/visit-needs/needs.ts";
import { loadAttachment, useForms } from "../../server/visit-needs/queries.ts";
import { needNames } from "../../server/visit-needs/strings.ts";
import { formatBytes } from "../../ui/bytes.ts";
import { downloadFile } from "../../ui/download.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import styles from "./job-screen.module.css";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const PdfPages = lazy(() =>
  import("./pdf-pages.tsx").then((module) => ({ default: module.PdfPages })),
);

/** Whether the office has asked for anything that this section shows. Alerts are among those of the home. */
export function hasNeeds({ needs }: FieldJob): boolean {
  return listNeeds({ ...needs, alertCodes: [] }).length > 0;
}

/** Shows what the office has asked for besides the work: forms, key safe, contacts of the visit, and files to read. */
export function NeedsSection({ field }: { readonly field: FieldJob }) {
  const { requiredForms, keySafe, visitContacts } = field.needs;
  const { data: forms } = useForms();
  const names = new Map<string, string>(
    [...(forms ?? []), ...field.forms].map(({ customFormId, name }) => [customFormId, name]),
  );
  return (
    <Section id="needs" title={strings.sections.needs}>
      <Facts
        facts={[
          [
            needNames.requiredForms,
            requiredForms.map((id) => names.get(id) ?? strings.unknownForm).join("\n"),
          ],
          [strings.keySafeLocation, keySafe?.location],
          [strings.keySafeCode, keySafe?.code],
        ]}
      />
      {visitContacts.length > 0 && (
        <>
          <h3 className={styles.subheading}>{needNames.visitContacts}</h3>
          <div className={table.scroll}>
            <table className={table.table} aria-label={needNames.visitContacts}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Who it is</th>
                  <th scope="col">Telephone</th>
                  <th scope="col">Email address</th>
                </tr>
              </thead>
              <tbody>
                {visitContacts.map((contact, index) => (
                  <tr key={index}>
                    <td>{contact.fullName}</td>
                    <td>{contact.role}</td>
                    <td>{contact.telephone}</td>
                    <td>{contact.emailAddress}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <Attachments attachments={field.job.attachments ?? []} />
    </Section>
  );
}

function Attachments({ attachments }: { readonly attachments: readonly JobAttachment[] }) {
  const [opened, setOpened] = useState<JobAttachment | null>(null);
  const [error, setError] = useState<unknown>(null);
  const download = async ({ attachmentId, name, contentType }: JobAttachment) => {
    setError(null);
    try {
      downloadFile(await loadAttachment(attachmentId), `${name}.${extensions[contentType]}`);
    } catch (failure) {
      setError(failure);
    }
  };
  if (attachments.length === 0) return null;
  return (
    <>
      <h3 className={styles.subheading}>{needNames.attachmentIds}</h3>
      {error !== null && <ErrorNotice error={error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label={needNames.attachmentIds}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Size</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {attachments.map((attachment) => (
              <tr key={attachment.attachmentId}>
                <td>{attachment.name}</td>
                <td>{formatBytes(attachment.bytes)}</td>
                <td>
                  <Group gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Read ${attachment.name}`}
                      onClick={() => setOpened(attachment)}
                    >
                      Read
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Download ${attachment.name}`}
                      onClick={() => void download(attachment)}
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
      {opened && (
        <Modal opened size="xl" title={opened.name} onClose={() => setOpened(null)}>
          {opened.contentType === "application/pdf" ? (
            <Suspense>
              <PdfPages
                fileId={opened.attachmentId}
                load={() => loadAttachment(opened.attachmentId)}
                name={opened.name}
              />
            </Suspense>
          ) : (
            <Photo attachment={opened} />
          )}
        </Modal>
      )}
    </>
  );
}

const extensions = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" } as const;

function Photo({ attachment }: { readonly attachment: JobAttachment }) {
  const { attachmentId, name } = attachment;
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let own: string | null = null;
    let isGone = false;
    loadAttachment(attachmentId)
      .then((file) => {
        if (isGone) return;
        own = URL.createObjectURL(file);
        setUrl(own);
      })
      .catch(setError);
    return () => {
      isGone = true;
      if (own !== null) URL.revokeObjectURL(own);
    };
  }, [attachmentId]);
  if (error !== null) return <ErrorNotice error={error} />;
  if (url === null) return <Loader role="status" aria-label={strings.fileLoading} />;
  return <img src={url} alt={name} className={styles.attachment} />;
}
