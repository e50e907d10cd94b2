import { isEmulation, readClientSettings, readImagesByIds } from "@fieldfare/device";
import type { JobCustomForm } from "@fieldfare/contract";
import {
  buildFormDocument,
  findFormDocument,
  type DocumentContent,
  listFormImages,
} from "@fieldfare/documents";
import { useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useRouteParam } from "../../../ui/route-param.ts";
import { useLeaveIfMissing } from "../record.ts";
import type { JobScreen } from "../selected-job.tsx";
import { DocumentView } from "./document-view.tsx";
import { type Pdf, usePdf } from "./pdf.ts";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/forms";

/** The paper of a completed form, made on this device: to be shown and handed over on the spot. */
export function DocumentScreen({ job }: JobScreen) {
  const customFormId = useRouteParam("formId");
  const entry = job.customForms.find((form) => form.customFormId === customFormId);
  const hasDocument = entry !== undefined && findFormDocument(entry) !== null;
  useLeaveIfMissing(!hasDocument, listPath);
  if (!hasDocument) return <Page title={strings().opening}>{null}</Page>;
  // Completed once more, it is another paper.
  const key = `${entry.customFormId} ${entry.completedOn} ${entry.savedOnDateTime}`;
  return <CompletedFormDocument key={key} job={job} entry={entry} />;
}

function CompletedFormDocument({ job, entry: completed }: JobScreen & { entry: JobCustomForm }) {
  // Each reading of the job brings the same entry anew: what is shown, drawn and handed over is one and the same.
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

/** As last heard, so that the server prints the same address. Of training documents the server knows nothing. */
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
    void readImagesByIds(device, jobId, listFormImages(entry)).then((rows) => {
      const images = new Map(
        rows.map(({ imageId, bytes }) => [imageId.toLowerCase(), new Uint8Array(bytes)]),
      );
      const visit = { formattedJobId, fieldOperativeAppointmentId, publicUrl };
      if (isActive) setFormDocument(buildFormDocument(entry, visit, images));
    });
    return () => {
      isActive = false;
    };
  }, [device, jobId, formattedJobId, fieldOperativeAppointmentId, publicUrl, entry]);
  return formDocument;
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

/** Who turns away from the list of apps has not failed; where the phone refuses, the file is saved instead. */
async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    save(file);
  }
}
