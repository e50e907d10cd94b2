import { exportMessage, readMessage } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { describeJob, describeMessage } from "../../phone/message-names.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import styles from "./message-screen.module.css";
import { useProcessing } from "./processing.ts";
import { strings } from "./strings.ts";

/** Shows a queued message: its state, its content, and the buttons to send or export it. */
export function MessageScreen() {
  const device = useDevice();
  const { messageId } = useParams({ from: "/settings/messages/$messageId" });
  const found = useLive(() => readMessage(device, messageId), [device, messageId]);
  const [isShown, setShown] = useState(false);
  const { isBusy, process } = useProcessing();
  const text = strings().message;
  const queue = strings().messages;
  const title = text.title;
  if (found === undefined) return <LoadingPage title={title} back="/settings/messages" />;
  if (found === null)
    return (
      <Page title={title} back="/settings/messages">
        <EmptyState icon="cloud-check" title={text.gone} />
      </Page>
    );
  const { message, blocked, job, part } = found;
  const save = async () => {
    const file = await exportMessage(device, messageId);
    if (file) saveFile(file, `fieldfare-message-${messageId}.json`);
  };
  return (
    <Page
      title={title}
      back="/settings/messages"
      secondary={
        <Button wide icon="download" onClick={() => void save()}>
          {text.export}
        </Button>
      }
      main={
        <Button kind="main" busy={isBusy && queue.processing} onClick={process}>
          {queue.process}
        </Button>
      }
    >
      <Card>
        <DescriptionList
          items={[
            [text.type, describeMessage(message, part)],
            ...(job ? [[text.job, describeJob(job)] as const] : []),
            [text.state, queue.state[blocked ? "blocked" : message.status]],
            [text.recorded, formatDateTime(message.messageCreatedOn)],
            [text.attempts, queue.attempts(message.sendAttempts)],
            [text.lastError, blocked?.detail ?? message.lastError ?? text.none],
            [text.id, message.messageId],
          ]}
        />
      </Card>
      <Button wide onClick={() => setShown(!isShown)}>
        {isShown ? text.hide : text.show}
      </Button>
      {isShown && (
        <Card title={text.content}>
          <pre className={styles.content} tabIndex={0}>
            {JSON.stringify(message.payload, null, 2)}
          </pre>
        </Card>
      )}
    </Page>
  );
}
