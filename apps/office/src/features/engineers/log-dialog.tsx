import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { capitalise } from "../../ui/capitalise.ts";
import { downloadFile } from "../../ui/download.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import table from "../../ui/table.module.css";
import styles from "./device-card.module.css";
import { type LogEntry, type LogSource, useLog } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.log;

interface LogDialogProps {
  readonly title: string;
  readonly source: LogSource;
  readonly onClose: () => void;
}

/** Shows what the phones have sent of their logs, the newest first, and saves it as a text. */
export function LogDialog({ title, source, onClose }: LogDialogProps) {
  const log = useLog(source);
  const entries = log.data?.pages
    .flatMap((page) => page.entries)
    .toSorted((one, other) => Date.parse(other.loggedOn) - Date.parse(one.loggedOn));
  return (
    <Modal opened size="xl" title={title} onClose={onClose}>
      <Text mb="sm">{texts.note}</Text>
      {log.error && <ErrorNotice error={log.error} retry={() => void log.refetch()} />}
      {!entries && !log.error && (
        <div role="status" aria-label={texts.loading}>
          <Skeleton h={200} />
        </div>
      )}
      {entries?.length === 0 && <Empty title={texts.none}>{texts.noneAdvice}</Empty>}
      {entries && entries.length > 0 && (
        <>
          <div className={table.scroll}>
            <table className={table.table} aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">{texts.when}</th>
                  <th scope="col">{texts.level}</th>
                  <th scope="col">{texts.message}</th>
                </tr>
              </thead>
              <tbody>
                {entries.map(({ logId, loggedOn, level, message, details }) => (
                  <tr key={logId}>
                    <td className={table.nowrap}>{formatMoment(loggedOn)}</td>
                    <td>{capitalise(level)}</td>
                    <td className={styles.message}>
                      {message}
                      {details !== null && <div className={styles.details}>{details}</div>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <MorePages pages={log} label={texts.older}>
            {texts.shown(entries.length)}
          </MorePages>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => saveLog(entries, title)}>
              {texts.save}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

/** Times are in UTC, like those of the log of the server with which they are compared. */
function saveLog(entries: readonly LogEntry[], name: string): void {
  const lines = entries.map(({ loggedOn, level, message, details }) =>
    [loggedOn, level, message, details ?? ""].join(" ").trim(),
  );
  downloadFile(new Blob([`${lines.join("\n")}\n`], { type: "text/plain" }), `${name}.txt`);
}
