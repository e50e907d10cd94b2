import { isEmulation, readClientSettings, readPictures } from "@fieldfare/device";
import type { JobCustomForm } from "@fieldfare/contract";
import { formPaper, formPaperOf, type Paper, picturesOfForm } from "@fieldfare/papers";
import { useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import type { JobScreen } from "../selected-job.tsx";
import { PaperView } from "./paper-view.tsx";
import { type Pdf, usePdf } from "./pdf.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/forms";

/** The paper of a completed form, made on this device: to be shown and handed over on the spot. */
export function PaperScreen({ job }: JobScreen) {
  const customFormId = useAddressPart("formId");
  const entry = job.customForms.find((form) => form.customFormId === customFormId);
  const isMade = entry !== undefined && formPaperOf(entry) !== null;
  useLeaveIfMissing(!isMade, list);
  if (!isMade) return <Page title={words().opening}>{null}</Page>;
  // Completed once more, it is another paper.
  const key = `${entry.customFormId} ${entry.completedOn} ${entry.savedOnDateTime}`;
  return <PaperOf key={key} job={job} entry={entry} />;
}

function PaperOf({ job, entry: completed }: JobScreen & { entry: JobCustomForm }) {
  // Each reading of the job brings the same entry anew: what is shown, drawn and handed over is one and the same.
  const [entry] = useState(completed);
  const paper = usePaper(job, entry);
  const { pdf, again } = usePdf(paper);
  const spoken = words();
  const share = spoken.share[formPaperOf(entry)?.kind ?? "gas-safety-record"];
  return (
    <Page
      title={paper?.title ?? spoken.opening}
      back={list}
      main={<HandOver pdf={pdf} share={share} again={again} />}
      secondary={pdf.state === "ready" && mayShare(pdf.file) && <Save file={pdf.file} />}
    >
      {pdf.state === "failed" && (
        <Banner tone="warn" title={spoken.failed.title} alert>
          {spoken.failed.text}
        </Banner>
      )}
      {paper ? <PaperView paper={paper} /> : <Skeleton cards={3} />}
    </Page>
  );
}

/** As last heard, so that the server prints the same address. Of training documents the server knows nothing. */
function readPublicUrl(): string | null {
  return isEmulation ? null : readClientSettings().publicUrl;
}

function usePaper(
  { jobId, formattedJobId, fieldOperativeAppointmentId }: JobScreen["job"],
  entry: JobCustomForm,
): Paper | null {
  const device = useDevice();
  const [publicUrl] = useState(readPublicUrl);
  const [paper, setPaper] = useState<Paper | null>(null);
  useEffect(() => {
    let isWanted = true;
    void readPictures(device, jobId, picturesOfForm(entry)).then((rows) => {
      const pictures = new Map(
        rows.map(({ imageId, bytes }) => [imageId.toLowerCase(), new Uint8Array(bytes)]),
      );
      const visit = { formattedJobId, fieldOperativeAppointmentId, publicUrl };
      if (isWanted) setPaper(formPaper(entry, visit, pictures));
    });
    return () => {
      isWanted = false;
    };
  }, [device, jobId, formattedJobId, fieldOperativeAppointmentId, publicUrl, entry]);
  return paper;
}

function HandOver({ pdf, share, again }: { pdf: Pdf; share: string; again: () => void }) {
  const spoken = words();
  if (pdf.state === "failed")
    return (
      <Button kind="main" icon="refresh" onClick={again}>
        {spoken.again}
      </Button>
    );
  if (pdf.state === "preparing") return <Button kind="main" busy={spoken.preparing} />;
  const { file } = pdf;
  if (!mayShare(file)) return <Save file={file} isMain />;
  return (
    <Button kind="main" onClick={() => handOver(file)}>
      {share}
    </Button>
  );
}

function Save({ file, isMain = false }: { file: File; isMain?: boolean }) {
  return (
    <Button kind={isMain ? "main" : "secondary"} icon="download" onClick={() => save(file)}>
      {words().save}
    </Button>
  );
}

function save(file: File) {
  saveFile(file, file.name);
  showToast({ text: words().saved, kind: "good" });
}

function mayShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** Who turns away from the list of apps has not failed; where the phone refuses, the file is saved instead. */
async function handOver(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    save(file);
  }
}
