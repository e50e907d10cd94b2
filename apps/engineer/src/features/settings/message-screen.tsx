import { exportMessage, readMessage } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { describeJob, describeMessage } from "../../device/message-names.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { saveFile } from "../../ui/save-file.ts";
import styles from "./message-screen.module.css";
import { useProcessing } from "./processing.ts";
import { words } from "./words.ts";

/** One waiting message: why it waits, what it says, and what can be done about it. */
export function MessageScreen() {
  const device = useDevice();
  const { messageId = "" } = useParams({ strict: false });
  const found = useLive(() => readMessage(device, messageId), [device, messageId]);
  const [isShown, setShown] = useState(false);
  const { isBusy, process } = useProcessing();
  const spoken = words().message;
  const queue = words().messages;
  const title = spoken.title;
  if (found === undefined)
    return (
      <Page title={title} back="/settings/messages">
        <Skeleton cards={1} />
      </Page>
    );
  if (found === null)
    return (
      <Page title={title} back="/settings/messages">
        <EmptyState icon="cloud-check" title={spoken.gone} />
      </Page>
    );
  const { message, parked, job } = found;
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
          {spoken.export}
        </Button>
      }
      main={
        <Button kind="main" busy={isBusy && queue.processing} onClick={process}>
          {queue.process}
        </Button>
      }
    >
      <Card>
        <Facts
          facts={[
            [spoken.type, describeMessage(message)],
            ...(job ? [[spoken.job, describeJob(job)] as const] : []),
            [spoken.state, queue.state[parked ? "parked" : message.status]],
            [spoken.recorded, formatDateTime(message.messageCreatedOn)],
            [spoken.attempts, queue.attempts(message.sendAttempts)],
            [spoken.lastError, parked?.detail ?? message.lastError ?? spoken.none],
            [spoken.id, message.messageId],
          ]}
        />
      </Card>
      <Button wide onClick={() => setShown(!isShown)}>
        {isShown ? spoken.hide : spoken.show}
      </Button>
      {isShown && (
        <Card title={spoken.content}>
          <pre className={styles.content} tabIndex={0}>
            {JSON.stringify(message.payload, null, 2)}
          </pre>
        </Card>
      )}
    </Page>
  );
}
