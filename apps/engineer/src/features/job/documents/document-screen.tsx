import {
  type Device,
  isEmulation,
  readClientSettings,
  readImageBytes,
  readImagesByIds,
} from "@fieldfare/device";
import type { JobCustomForm } from "@fieldfare/contract";
import {
  buildFormDocument,
  findFormDocument,
  type DocumentContent,
  listFormImages,
} from "@fieldfare/documents";
import { withoutUnwrittenNotice } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useLeaveIfMissing } from "../../../phone/leave-if-missing.ts";
import type { JobScreen } from "../selected-job.tsx";
import { DocumentView } from "./document-view.tsx";
import { type Pdf, usePdf } from "./pdf.ts";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/forms";

/** The document of a completed form, made on this device, so that the engineer can show and share it at the visit. */
export function DocumentScreen({ job }: JobScreen) {
  const { formId: customFormId } = useParams({ from: "/jobs/selected/forms/$formId/paper" });
  // As the close sends it: the record is shown at the visit, before a notice that it quotes may be written.
  const forms = withoutUnwrittenNotice(job.customForms, job.formattedJobId);
  const entry = forms.find((form) => form.customFormId === customFormId);
  const hasDocument = entry !== undefined && findFormDocument(entry) !== null;
  useLeaveIfMissing(!hasDocument, listPath, jobStrings().missing);
  if (!hasDocument) return <Page title={strings().opening}>{null}</Page>;
  // A form that is completed again makes a new document.
  const key = `${entry.customFormId} ${entry.completedOn} ${entry.savedOnDateTime}`;
  return <CompletedFormDocument key={key} job={job} entry={entry} />;
}

function CompletedFormDocument({ job, entry: completed }: JobScreen & { entry: JobCustomForm }) {
  // Each read of the job returns a new copy of the entry. The state keeps the first, so that the PDF is drawn once.
  const [entry] = useState(completed);
  const formDocument = useFormDocument(job, entry);
  const { pdf, retry } = usePdf(formDocument);
  const text = strings();
  const share = text.share[findFormDocument(entry)?.kind ?? "gas-safety-record"];
  return (
    <Page
      title={formDocument?.title ?? text.opening}
      back={listPath}
      main={<ShareButton pdf={pdf} share={share} retry={retry} />}
      secondary={pdf.state === "ready" && mayShare(pdf.file) && <SaveButton file={pdf.file} />}
    >
      {pdf.state === "failed" && (
        <Banner tone="warn" title={text.failed.title} alert>
          {text.failed.text}
        </Banner>
      )}
      {formDocument ? <DocumentView content={formDocument} /> : <Skeleton cards={3} />}
    </Page>
  );
}

/**
 * The last public address that the server sent, so that both print the same address. Null in a training build: the
 * server does not know its documents.
 */
function readPublicUrl(): string | null {
  return isEmulation ? null : readClientSettings().publicUrl;
}

function useFormDocument(
  { jobId, formattedJobId, fieldOperativeAppointmentId }: JobScreen["job"],
  entry: JobCustomForm,
): DocumentContent | null {
  const device = useDevice();
  const [publicUrl] = useState(readPublicUrl);
  const [formDocument, setFormDocument] = useState<DocumentContent | null>(null);
  useEffect(() => {
    let isActive = true;
    void readImageContents(device, jobId, listFormImages(entry)).then((images) => {
      const visit = { formattedJobId, fieldOperativeAppointmentId, publicUrl };
      if (isActive) setFormDocument(buildFormDocument(entry, visit, images));
    });
    return () => {
      isActive = false;
    };
  }, [device, jobId, formattedJobId, fieldOperativeAppointmentId, publicUrl, entry]);
  return formDocument;
}

/** Returns the bytes of those images that are on this device, by their ids in lowercase. */
async function readImageContents(device: Device, jobId: string, imageIds: readonly string[]) {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { imageId } of await readImagesByIds(device, jobId, imageIds)) {
    const bytes = await readImageBytes(device, imageId);
    if (bytes) contents.set(imageId.toLowerCase(), new Uint8Array(bytes));
  }
  return contents;
}

function ShareButton({ pdf, share, retry }: { pdf: Pdf; share: string; retry: () => void }) {
  const text = strings();
  if (pdf.state === "failed")
    return (
      <Button kind="main" icon="refresh" onClick={retry}>
        {text.again}
      </Button>
    );
  if (pdf.state === "preparing") return <Button kind="main" busy={text.preparing} />;
  const { file } = pdf;
  if (!mayShare(file)) return <SaveButton file={file} isMain />;
  return (
    <Button kind="main" onClick={() => shareFile(file)}>
      {share}
    </Button>
  );
}

function SaveButton({ file, isMain = false }: { file: File; isMain?: boolean }) {
  return (
    <Button kind={isMain ? "main" : "secondary"} icon="download" onClick={() => save(file)}>
      {strings().save}
    </Button>
  );
}

function save(file: File) {
  saveFile(file, file.name);
  showToast({ text: strings().saved, kind: "good" });
}

function mayShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Cancelling the share dialog is not an error. When the phone refuses to share, the file is saved instead. */
async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    save(file);
  }
}
