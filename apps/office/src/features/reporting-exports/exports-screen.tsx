import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReportingExport, startReportingExport } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { formatBytes } from "../../ui/bytes.ts";
import { formatCount } from "../../ui/count.ts";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { FilesDialog } from "./files-dialog.tsx";
import { isUnderWay, useExports, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

/** Lists the exports of the reporting views. One can be started, and the files of one that is done can be downloaded. */
export function ExportsScreen() {
  const exports = useExports();
  const [opened, setOpened] = useState<ReportingExport | null>(null);
  const reload = useReload();
  const start = useAction({
    mutationFn: () => request(startReportingExport, {}),
    onSuccess: () => notifications.show({ color: "green", message: strings.started }),
    onSettled: reload,
  });
  const shown = exports.data?.pages.flatMap((page) => page.exports);
  return (
    <Page
      title={strings.title}
      aside={
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          {strings.start}
        </Button>
      }
    >
      <Text mb="md" maw={760}>
        {strings.note}
      </Text>
      {start.error && <ErrorNotice error={start.error} />}
      {exports.error && <ErrorNotice error={exports.error} retry={() => void exports.refetch()} />}
      {!shown && !exports.error && <LoadingRows label={strings.loading} count={5} height={36} />}
      {shown?.length === 0 && <Empty title={strings.nothing}>{strings.nothingNote}</Empty>}
      {shown && shown.length > 0 && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={strings.table}>
              <thead>
                <tr>
                  <th scope="col">{strings.day}</th>
                  <th scope="col">{strings.state}</th>
                  <th scope="col">{strings.startedBy}</th>
                  <th scope="col">{strings.moment}</th>
                  <th scope="col">{strings.rows}</th>
                  <th scope="col">{strings.size}</th>
                  <th scope="col">{strings.actions}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((each) => (
                  <ExportRow key={each.exportId} given={each} onOpen={() => setOpened(each)} />
                ))}
              </tbody>
            </table>
          </div>
          <MorePages pages={exports} label={strings.more}>
            {formatCount(shown.length, "export")} shown, the newest first
          </MorePages>
        </>
      )}
      {opened && <FilesDialog given={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

interface ExportRowProps {
  readonly given: ReportingExport;
  readonly onOpen: () => void;
}

function ExportRow({ given, onOpen }: ExportRowProps) {
  const { state, day, requestedBy, takenOn, rows, bytes } = given;
  const [tone, label] = strings.states[state];
  const isDone = state === "done";
  return (
    <tr>
      <td className={table.nowrap}>{formatDay(day)}</td>
      <td>
        <Pill tone={tone}>{label}</Pill>
        <Failure given={given} />
      </td>
      <td>{requestedBy ?? strings.server}</td>
      <td className={table.nowrap}>{takenOn !== null && formatMoment(takenOn)}</td>
      <td>{isDone && rows.toLocaleString("en-GB")}</td>
      <td className={table.nowrap}>{isDone && formatBytes(bytes)}</td>
      <td>
        {isDone && (
          <Button
            size="xs"
            variant="default"
            aria-label={strings.filesOf(formatDay(day))}
            onClick={onOpen}
          >
            {strings.files}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Why an export that is not done has failed so far, and what to do. */
function Failure({ given }: { readonly given: ReportingExport }) {
  const { attempts, lastError, state } = given;
  if (lastError === null || state === "done") return null;
  return (
    <div>
      {strings.attempts(attempts, lastError)} {isUnderWay(given) ? strings.again : strings.givenUp}
    </div>
  );
}
