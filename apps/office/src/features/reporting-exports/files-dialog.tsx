import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import type { ReportingExport, ReportingManifest } from "@fieldfare/contract/office";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useAction } from "../../server/use-action.ts";
import { formatBytes } from "../../ui/bytes.ts";
import { formatDay } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import table from "../../ui/table.module.css";
import { loadFile, useManifest } from "./queries.ts";
import { strings } from "./strings.ts";

/** A browser has the whole file in its memory before it stores it. */
const maxDownloadBytes = 250_000_000;

interface FilesDialogProps {
  readonly given: ReportingExport;
  readonly onClose: () => void;
}

/** Lists the files of an export with their rows, to download them and the manifest. */
export function FilesDialog({ given: { exportId, day }, onClose }: FilesDialogProps) {
  const manifest = useManifest(exportId);
  return (
    <Modal opened size="xl" title={strings.filesOf(formatDay(day))} onClose={onClose}>
      <Text mb="sm">{strings.filesNote}</Text>
      {manifest.error && (
        <ErrorNotice error={manifest.error} retry={() => void manifest.refetch()} />
      )}
      {!manifest.data && !manifest.error && (
        <div role="status" aria-label={strings.filesLoading}>
          <Skeleton h={200} />
        </div>
      )}
      {manifest.data && <Files manifest={manifest.data} />}
    </Modal>
  );
}

function Files({ manifest }: { readonly manifest: ReportingManifest }) {
  const { exportId, day, files } = manifest;
  const download = useAction({
    mutationFn: async (file: string) => downloadFile(await loadFile(exportId, file), file),
  });
  const downloadManifest = () =>
    downloadFile(
      new Blob([JSON.stringify(manifest, null, 2)], { type: "application/json" }),
      `manifest-${day}.json`,
    );
  return (
    <>
      {download.error && <ErrorNotice error={download.error} />}
      <div className={table.scroll}>
        <table className={table.table} aria-label={strings.files}>
          <thead>
            <tr>
              <th scope="col">{strings.view}</th>
              <th scope="col">{strings.rows}</th>
              <th scope="col">{strings.size}</th>
              <th scope="col">{strings.actions}</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ view, file, rows, bytes }) => (
              <tr key={file}>
                <td>{view}</td>
                <td>{rows.toLocaleString("en-GB")}</td>
                <td className={table.nowrap}>{formatBytes(bytes)}</td>
                <td>
                  {bytes > maxDownloadBytes ? (
                    strings.tooLarge
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={strings.downloadFile(file)}
                      loading={download.isPending && download.variables === file}
                      disabled={download.isPending}
                      onClick={() => download.mutate(file)}
                    >
                      {strings.download}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" mt="md">
        <Button onClick={downloadManifest}>{strings.manifest}</Button>
      </Group>
    </>
  );
}
