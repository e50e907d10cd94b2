import {
  type AttachmentToRead,
  type JobRow,
  openAttachment,
  readAttachments,
} from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RecordGroup } from "../../../ui/record-card.tsx";
import { RowButton, Rows } from "../../../ui/rows.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { showToast } from "../../../ui/toast.tsx";
import styles from "./attachment-list.module.css";
import { strings } from "./strings.ts";

interface ShownImage {
  readonly name: string;
  readonly url: string;
}

/** The documents and photos that the office wants the engineer to read before the visit. Nothing without any. */
export function AttachmentList({ job }: { job: JobRow }) {
  const device = useDevice();
  const { jobId, attachments } = job;
  const files = useLive(() => readAttachments(device, { attachments }), [device, attachments]);
  useReadTogether(files !== undefined);
  const [image, setImage] = useState<ShownImage | null>(null);
  const text = strings();
  useEffect(() => () => void (image && URL.revokeObjectURL(image.url)), [image]);
  if (!files || files.length === 0) return null;
  return (
    <section>
      <RecordGroup title={text.title} count={files.length} />
      <Rows label={text.title}>
        {files.map((file) => (
          <AttachmentRow key={file.attachmentId} jobId={jobId} file={file} onImage={setImage} />
        ))}
      </Rows>
      {image && (
        <Dialog title={image.name} onClose={() => setImage(null)}>
          <img className={styles.image} src={image.url} alt={image.name} />
        </Dialog>
      )}
    </section>
  );
}

function AttachmentRow({
  jobId,
  file,
  onImage,
}: {
  jobId: string;
  file: AttachmentToRead;
  onImage: (image: ShownImage) => void;
}) {
  const device = useDevice();
  const [isBusy, setBusy] = useState(false);
  const text = strings();
  const { name } = file;
  const isDocument = file.contentType === "application/pdf";
  const open = async () => {
    setBusy(true);
    try {
      const answer = await openAttachment(device, jobId, file);
      if (!answer.ok)
        showToast({
          title: text.failed,
          text: answer.failure.kind === "network" ? text.connectivity : text.tryLater,
          kind: "warn",
          duration: "long",
        });
      else if (isDocument) saveFile(answer.value, `${name}.pdf`);
      else onImage({ name, url: URL.createObjectURL(answer.value) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <RowButton
      icon={isDocument ? "file" : "camera"}
      label={name}
      detail={isBusy ? text.opening : file.isStored ? text.stored : text.waiting}
      onClick={open}
    />
  );
}
