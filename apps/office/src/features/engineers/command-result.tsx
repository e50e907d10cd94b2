import { Button, Group } from "@mantine/core";
import { listDeviceLog, listExports, readDeviceReport } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { DumpDialog } from "./dump-dialog.tsx";
import { DownloadButton } from "./exports-section.tsx";
import { LogDialog } from "./log-dialog.tsx";
import { type Command, useExports } from "./queries.ts";
import { strings } from "./strings.ts";

interface CommandResultProps {
  readonly command: Command;
  readonly engineerName: string;
}

/** What the phones have sent for a command, to read or to download. Only what the user may read is shown. */
export function CommandResult({ command, engineerName }: CommandResultProps) {
  if (command.outcome !== "done") return null;
  if (command.type === "DataDump")
    return <DumpResult command={command} engineerName={engineerName} />;
  if (command.type === "ExportDatabase") return <ExportResult command={command} />;
  return null;
}

function DumpResult({ command, engineerName }: CommandResultProps) {
  const may = useMay();
  const [opened, setOpened] = useState<"log" | "dump" | null>(null);
  const close = () => setOpened(null);
  return (
    <Group gap="xs">
      {may(readDeviceReport) && (
        <Button size="xs" variant="default" onClick={() => setOpened("dump")}>
          {strings.dump.open}
        </Button>
      )}
      {may(listDeviceLog) && (
        <Button size="xs" variant="default" onClick={() => setOpened("log")}>
          {strings.log.open}
        </Button>
      )}
      {opened === "dump" && (
        <DumpDialog command={command} engineerName={engineerName} onClose={close} />
      )}
      {opened === "log" && (
        <LogDialog
          title={strings.log.of(engineerName)}
          source={{ fieldOperativeId: command.fieldOperativeId }}
          onClose={close}
        />
      )}
    </Group>
  );
}

/** The phone answers with the code of its export. */
function ExportResult({ command: { fieldOperativeId, details } }: { readonly command: Command }) {
  const may = useMay();
  const { data: exports } = useExports(fieldOperativeId, may(listExports));
  const found = exports?.find(({ code, completedOn }) => code === details && completedOn !== null);
  if (found)
    return (
      <Group>
        <DownloadButton found={found} />
      </Group>
    );
  return exports ? <div>{strings.deleted}</div> : null;
}
