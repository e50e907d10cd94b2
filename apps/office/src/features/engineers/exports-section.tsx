import { Button } from "@mantine/core";
import { downloadExport, listExports } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { describeDevice, useDevices } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { requestFile } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { formatBytes } from "../../ui/bytes.ts";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { type DatabaseExport, useExports } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.exports;

/** Lists the databases that the phones of an engineer have sent, by command or by the engineer, to download them. */
export function ExportsSection({ fieldOperativeId }: { readonly fieldOperativeId: string }) {
  const may = useMay();
  const isAllowed = may(listExports);
  const { data: exports, error, refetch } = useExports(fieldOperativeId, isAllowed);
  const { data: devices } = useDevices();
  if (!isAllowed || (!error && !exports?.length)) return null;
  const nameDevice = (id: string) => {
    const device = devices?.find(({ deviceId }) => deviceId === id);
    return device ? describeDevice(device) : "";
  };
  return (
    <Section id="exports" title={texts.title}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {exports && exports.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={texts.title}>
            <thead>
              <tr>
                <th scope="col">{texts.code}</th>
                <th scope="col">{strings.device}</th>
                <th scope="col">{texts.begun}</th>
                <th scope="col">{texts.complete}</th>
                <th scope="col">{texts.size}</th>
                <th scope="col">{texts.file}</th>
              </tr>
            </thead>
            <tbody>
              {exports.map((each) => (
                <tr key={each.batchId}>
                  <td className={table.nowrap}>{each.code}</td>
                  <td>{nameDevice(each.deviceId)}</td>
                  <td>{formatMoment(each.startedOn)}</td>
                  <td>
                    {each.completedOn === null ? texts.underWay : formatMoment(each.completedOn)}
                  </td>
                  <td className={table.nowrap}>{formatBytes(each.bytes)}</td>
                  <td>{each.completedOn !== null && <DownloadButton found={each} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** Downloads the file of a complete export. */
export function DownloadButton({ found: { batchId, code } }: { readonly found: DatabaseExport }) {
  const download = useAction({
    mutationFn: async () =>
      downloadFile(
        await requestFile(downloadExport, { params: { batchId } }),
        `fieldfare-${code}.jsonl.gz`,
      ),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.downloadCode(code)}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {texts.download}
      </Button>
      {download.error && <ErrorNotice error={download.error} />}
    </>
  );
}
