import { exportDatabase, readExport } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { formatSize } from "../../ui/language.ts";
import { Progress } from "../../ui/loading.tsx";
import { Banner } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { words } from "./words.ts";

/** Sends the database to the office; what was interrupted goes on where it was. */
export function ExportScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const task = useLive(() => readExport(device), [device]);
  const [isRunning, setRunning] = useState(false);
  const spoken = words().export;
  const run = async () => {
    setRunning(true);
    try {
      const exported = await exportDatabase(device);
      if (exported.ok)
        showToast({ text: spoken.done(exported.value.code), kind: "good", duration: "long" });
      else
        showToast({
          title: spoken.failed,
          text: spoken.refusal[exported.refusal] ?? words().offline.text,
          kind: "warn",
          duration: "long",
          key: "export",
        });
    } finally {
      setRunning(false);
    }
  };
  const last = settings?.export;
  const isReady = task?.state === "ready";
  return (
    <Page
      title={spoken.title}
      back="/settings"
      main={
        <Button
          kind="main"
          busy={isRunning && (isReady ? spoken.sending : spoken.gathering)}
          onClick={() => void run()}
        >
          {task ? spoken.resume : spoken.start}
        </Button>
      }
    >
      <Card>
        <p>{spoken.text}</p>
        <Facts
          facts={[
            [
              spoken.last,
              last?.lastExportDate ? formatDateTime(last.lastExportDate) : spoken.never,
            ],
            ...(last?.code ? [[spoken.code, last.code] as const] : []),
          ]}
        />
      </Card>
      {task && !isRunning && <Banner tone="info">{spoken.waits}</Banner>}
      {task && (
        <Progress
          label={
            isReady
              ? `${spoken.sending}: ${spoken.pieces(task.sent, task.pieces)}`
              : `${spoken.gathering}: ${formatSize(task.bytes)}`
          }
          done={task.sent}
          total={isReady ? task.pieces : null}
        />
      )}
    </Page>
  );
}
