import { Button, FileInput, Text, TextInput } from "@mantine/core";
import type { JobAttachment } from "@fieldfare/contract";
import { uploadAttachment, visitLimits } from "@fieldfare/contract/office";
import { useState } from "react";
import { formatBytes } from "../../ui/bytes.ts";
import { readBase64 } from "../../ui/read-base64.ts";
import { useMay } from "../account.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { request } from "../request.ts";
import styles from "./visit-needs.module.css";
import { useAction } from "../use-action.ts";

interface AttachmentFieldsProps {
  /** The ids of the files, in the order in which the engineer sees them. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly files: readonly JobAttachment[];
  readonly onUploaded: (file: JobAttachment) => void;
}

/** The documents and photos to read before a visit. A file is uploaded when it is added, before the job is saved. */
export function AttachmentFields({ value, onChange, files, onUploaded }: AttachmentFieldsProps) {
  const may = useMay();
  const chosen = value.map(
    (id) => files.find(({ attachmentId }) => attachmentId === id) ?? { attachmentId: id },
  );
  const bytes = chosen.reduce((sum, file) => sum + ("bytes" in file ? file.bytes : 0), 0);
  return (
    <>
      <Text size="sm" mb="xs">
        PDF, JPEG or PNG, 10 MB each and 20 MB together at most. The phone stores them, so that they
        can be read without a network.
      </Text>
      {chosen.length > 0 && (
        <ul className={styles.files} aria-label="Files to read before the visit">
          {chosen.map((file) => {
            const name = "name" in file ? file.name : "A file";
            return (
              <li key={file.attachmentId}>
                <span>{"bytes" in file ? `${name} (${formatBytes(file.bytes)})` : name}</span>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Leave out ${name}`}
                  onClick={() => onChange(value.filter((id) => id !== file.attachmentId))}
                >
                  Leave out
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {bytes > visitLimits.attachmentBytesOfJob && (
        <Text c="var(--mantine-color-error)" role="alert" mb="xs">
          These files have more than 20 MB together. Leave one out.
        </Text>
      )}
      {may(uploadAttachment) && value.length < visitLimits.attachments && (
        <Upload
          onUploaded={(file) => {
            onUploaded(file);
            onChange([...value, file.attachmentId]);
          }}
        />
      )}
    </>
  );
}

function Upload({ onUploaded }: Pick<AttachmentFieldsProps, "onUploaded">) {
  const [name, setName] = useState("");
  const [issue, setIssue] = useState<string | null>(null);
  const upload = useAction({
    meta: { sendsNoText: true },
    mutationFn: async (file: File) =>
      request(uploadAttachment, {
        body: { name: name.trim() || nameFile(file), content: await readBase64(file) },
      }),
    onSuccess: (uploaded) => {
      setName("");
      onUploaded(uploaded);
    },
  });
  const add = (file: File | null) => {
    upload.reset();
    const found = file && findIssue(file);
    setIssue(found);
    if (file && found === null) upload.mutate(file);
  };
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          label="Name of the next file"
          description="Empty: as the file is named."
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FileInput
          label="Add a file"
          description="It is uploaded at once."
          placeholder={upload.isPending ? "The file is being uploaded" : "Choose a file"}
          accept="application/pdf,image/jpeg,image/png"
          disabled={upload.isPending}
          value={null}
          onChange={add}
          error={issue}
        />
      </div>
      {upload.error && <ErrorNotice error={upload.error} />}
    </>
  );
}

function findIssue({ size }: File): string | null {
  if (size === 0) return "The file is empty";
  return size > visitLimits.attachmentBytes ? "The file has more than 10 MB" : null;
}

/** The name of a file without its ending. */
function nameFile({ name }: File): string {
  return name.replace(/\.[^.]+$/, "").slice(0, 200) || name;
}
