import { exportDatabase, readExport } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatSize } from "../../ui/language.ts";
import { Progress } from "../../ui/loading.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Sends the database to the office. An interrupted export continues where it stopped. */
export function ExportScreen() {
  const device = useDevice();
  const { settings } = useSession();
  const task = useLive(() => readExport(device), [device]);
  const [isRunning, setRunning] = useState(false);
  const text = strings().export;
  const run = async () => {
    setRunning(true);
    try {
      const exported = await exportDatabase(device, task?.batchId);
      if (exported.ok)
        showToast({ text: text.done(exported.value.code), kind: "good", duration: "long" });
      else
        showToast({
          title: text.failed,
          text: text.refusal[exported.refusal],
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
      title={text.title}
      back="/settings"
      main={
        <Button
          kind="main"
          busy={isRunning && (isReady ? text.sending : text.gathering)}
          onClick={() => void run()}
        >
          {task ? text.resume : text.start}
        </Button>
      }
    >
      <Card>
        <p>{text.text}</p>
        <DescriptionList
          items={[
            [text.last, last?.lastExportDate ? formatDateTime(last.lastExportDate) : text.never],
            ...(last?.code ? [[text.code, last.code] as const] : []),
          ]}
        />
      </Card>
      {task && !isRunning && <Banner tone="info">{text.waits}</Banner>}
      {task && (
        <Progress
          label={
            isReady
              ? `${text.sending}: ${text.pieces(task.sent, task.pieces)}`
              : `${text.gathering}: ${formatSize(task.bytes)}`
          }
          done={task.sent}
          total={isReady ? task.pieces : null}
        />
      )}
    </Page>
  );
}
