import { Button, Group, Loader, Modal } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { downloadFile } from "../../ui/download.ts";
import table from "../../ui/table.module.css";
import styles from "./job-screen.module.css";
import { strings } from "./strings.ts";

const PdfPages = lazy(() =>
  import("./pdf-pages.tsx").then((module) => ({ default: module.PdfPages })),
);

const extensions = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" } as const;

/** A PDF or a photo of a job. */
export interface JobFile {
  readonly id: string;
  /** Without its ending. */
  readonly name: string;
  readonly contentType: keyof typeof extensions;
  /** What the columns after the name say of it. */
  readonly details: readonly string[];
}

interface FileTableProps {
  /** The name of the table. */
  readonly label: string;
  /** The titles of the columns of the name and of the details. */
  readonly columns: readonly [name: string, ...details: string[]];
  readonly files: readonly JobFile[];
  readonly load: (id: string) => Promise<Blob>;
}

/** Lists files of a job. Each can be read in a dialog or downloaded. */
export function FileTable({ label, columns, files, load }: FileTableProps) {
  const [opened, setOpened] = useState<JobFile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const download = async ({ id, name, contentType }: JobFile) => {
    setError(null);
    try {
      downloadFile(await load(id), `${name}.${extensions[contentType]}`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.id}>
                <td>{file.name}</td>
                {file.details.map((detail, index) => (
                  <td key={columns[index + 1]}>{detail}</td>
                ))}
                <td>
                  <Group gap="xs">
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Read ${file.name}`}
                      onClick={() => setOpened(file)}
                    >
                      Read
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Download ${file.name}`}
                      onClick={() => void download(file)}
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
              <PdfPages fileId={opened.id} load={() => load(opened.id)} name={opened.name} />
            </Suspense>
          ) : (
            <Photo file={opened} load={load} />
          )}
        </Modal>
      )}
    </>
  );
}

function Photo({ file, load }: { readonly file: JobFile; readonly load: FileTableProps["load"] }) {
  const { id, name } = file;
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let own: string | null = null;
    let isGone = false;
    load(id)
      .then((blob) => {
        if (isGone) return;
        own = URL.createObjectURL(blob);
        setUrl(own);
      })
      .catch(setError);
    return () => {
      isGone = true;
      if (own !== null) URL.revokeObjectURL(own);
    };
  }, [id, load]);
  if (error !== null) return <ErrorNotice error={error} />;
  if (url === null) return <Loader role="status" aria-label={strings.fileLoading} />;
  return <img src={url} alt={name} className={styles.attachment} />;
}
