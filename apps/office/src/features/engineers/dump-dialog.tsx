import { Button, Group, Modal, Skeleton, Text, Title } from "@mantine/core";
import { logDumpData, z } from "@fieldfare/contract";
import { describeDevice, useDevices } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import table from "../../ui/table.module.css";
import { type Command, type Dump, useDumps } from "./queries.ts";
import { strings } from "./strings.ts";

const texts = strings.dump;

interface DumpDialogProps {
  readonly command: Command;
  readonly engineerName: string;
  readonly onClose: () => void;
}

/** Shows the data dumps that the phones of an engineer have sent for a command. */
export function DumpDialog({ command, engineerName, onClose }: DumpDialogProps) {
  const { data: dumps, error, refetch } = useDumps(command);
  return (
    <Modal opened size="xl" title={texts.title(engineerName)} onClose={onClose}>
      <Text mb="sm">{texts.recorded}</Text>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!dumps && !error && (
        <div role="status" aria-label={texts.loading}>
          <Skeleton h={200} />
        </div>
      )}
      {dumps?.length === 0 && <Empty title={strings.deleted}>{texts.deletedAdvice}</Empty>}
      {dumps?.map((dump) => (
        <DumpOfPhone key={dump.reportId} dump={dump} />
      ))}
    </Modal>
  );
}

function DumpOfPhone({ dump }: { readonly dump: Dump }) {
  const { data: devices } = useDevices();
  const device = devices?.find(({ deviceId }) => deviceId === dump.deviceId);
  const parsed = z.safeParse(logDumpData.body, dump.body);
  const { tables, queue } = parsed.data ?? { tables: [], queue: [] };
  const filled = tables.filter(({ rows }) => rows > 0);
  const save = () =>
    downloadFile(
      new Blob([JSON.stringify(dump, null, 2)], { type: "application/json" }),
      `data-dump-${dump.reportId}.json`,
    );
  return (
    <section aria-labelledby={`dump-${dump.reportId}`}>
      <Title order={3} size="h5" id={`dump-${dump.reportId}`} mt="md" mb="xs">
        {texts.of(device ? describeDevice(device) : strings.device, formatMoment(dump.receivedOn))}
      </Title>
      <Text mb="xs">{texts.waiting(queue.length)}</Text>
      {queue.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={texts.queue}>
            <thead>
              <tr>
                <th scope="col">{texts.message}</th>
                <th scope="col">{texts.status}</th>
                <th scope="col">{texts.attempts}</th>
                <th scope="col">{texts.key}</th>
              </tr>
            </thead>
            <tbody>
              {queue.map(({ messageId, type, status, sendAttempts, lane }) => (
                <tr key={messageId}>
                  <td>{type}</td>
                  <td>{status}</td>
                  <td>{sendAttempts}</td>
                  <td>{lane}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Text mt="md" mb="xs">
        {texts.tables}
      </Text>
      <div className={table.scroll}>
        <table className={table.table} aria-label={texts.tables}>
          <thead>
            <tr>
              <th scope="col">{texts.table}</th>
              <th scope="col">{texts.rows}</th>
            </tr>
          </thead>
          <tbody>
            {filled.map(({ name, rows }) => (
              <tr key={name}>
                <td>{name}</td>
                <td>{rows.toLocaleString("en-GB")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={save}>
          {texts.save}
        </Button>
      </Group>
    </section>
  );
}
