import {
  exportParked,
  isAutomatic,
  type Outbox,
  type OutboxRow,
  readOutbox,
  recordingTime,
} from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../device/device.tsx";
import { describeJob, describeMessage, messageNames } from "../device/message-names.ts";
import { sendAndReport, type SendReport } from "../device/sending.ts";
import { useSyncRun } from "../device/sync.ts";
import { synchronise } from "../device/synchronise.ts";
import { SyncProgress } from "../device/sync-progress.tsx";
import { Button } from "../ui/button.tsx";
import { Stack } from "../ui/card.tsx";
import { formatAge, formatDateTime } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { useMinimumDisplay } from "../ui/loading.tsx";
import { Banner } from "../ui/notice.tsx";
import { RowText, Rows } from "../ui/rows.tsx";
import { saveFile } from "../ui/save-file.ts";
import { words as deviceWords } from "../device/words.ts";
import { words } from "./words.ts";

const mostListed = 20;

/** What waits, what the server refused and why, and how the last sync went. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  const device = useDevice();
  const { settings } = useSession();
  const outbox = useLive(() => readOutbox(device), [device]);
  const isSyncing = useSyncRun() !== null;
  const [isTrying, setTrying] = useState(false);
  const [answer, setAnswer] = useState<SendReport | null>(null);
  const showsTrying = useMinimumDisplay(isTrying);
  const spoken = words().sign;
  const lastSync = settings?.sync.status.dateLastSync;
  const now = recordingTime(device);
  const parkedLanes = outbox?.parkedLanes ?? [];
  const heldBack = new Set(parkedLanes.map((parked) => parked.lane));
  // What the phone answers the office by itself is listed in Settings: here it is about the engineer's work.
  const waiting = (outbox?.messages ?? []).filter(
    (message) => !heldBack.has(message.lane) && !isAutomatic(message),
  );

  const again = () => {
    setTrying(true);
    setAnswer(null);
    void sendAndReport(device)
      .then(setAnswer)
      .finally(() => setTrying(false));
  };

  return (
    <Dialog
      title={spoken.title}
      sheet
      onClose={onClose}
      actions={
        outbox && outbox.state !== "all-sent" ? (
          <>
            <Button kind="main" busy={showsTrying && spoken.trying} onClick={again}>
              {spoken.tryNow}
            </Button>
            {parkedLanes.length > 0 && (
              <Button
                icon="download"
                onClick={() =>
                  void exportParked(device).then((file) => saveFile(file, nameOf(now)))
                }
              >
                {spoken.export}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {answer && !answer.isSent && !showsTrying && outbox?.state !== "all-sent" && (
        <Banner tone="warn" alert>
          {answer.text}
        </Banner>
      )}
      {outbox?.state === "all-sent" && (
        <Banner tone="good" title={spoken.allSent}>
          {spoken.allSentText}
        </Banner>
      )}
      {parkedLanes.length > 0 && (
        <Stack>
          <Banner tone="warn" title={spoken.parkedTitle(parkedLanes.length)}>
            {spoken.parkedText}
          </Banner>
          <Rows label={spoken.parkedTitle(parkedLanes.length)}>
            {parkedLanes.map((parked) => (
              <RowText
                key={parked.lane}
                icon="alert-triangle"
                label={messageNames()[parked.type]}
                detail={[
                  describeJob(outbox?.jobs.get(parked.jobId ?? "")),
                  `${parked.detail} (${parked.code}), ${formatDateTime(parked.parkedOn)}`,
                ]
                  .filter(Boolean)
                  .join("\n")}
              />
            ))}
          </Rows>
        </Stack>
      )}
      {waiting.length > 0 && (
        <Stack>
          {!(answer && isServerCause(outbox?.cause)) && (
            <p>{whyWaiting(outbox?.cause ?? null, waiting.length)}</p>
          )}
          <Rows label={spoken.waitingTitle(waiting.length)}>
            {waiting.slice(0, mostListed).map((message) => (
              <RowText
                key={message.id}
                icon="cloud-up"
                label={describeMessage(message)}
                detail={[describeJob(outbox?.jobs.get(message.jobId ?? "")), describe(message, now)]
                  .filter(Boolean)
                  .join("\n")}
              />
            ))}
          </Rows>
          {waiting.length > mostListed && <p>{spoken.more(waiting.length - mostListed)}</p>}
        </Stack>
      )}
      <Stack>
        <h3>{spoken.syncTitle}</h3>
        <Facts facts={[[spoken.lastSync, lastSync ? formatDateTime(lastSync) : spoken.never]]} />
        <SyncProgress />
        <Button
          icon="refresh"
          wide
          disabled={isSyncing}
          onClick={() => void synchronise(device, { asked: "user" })}
        >
          {spoken.syncNow}
        </Button>
      </Stack>
    </Dialog>
  );
}

function isServerCause(cause: Outbox["cause"] | undefined): cause is "server" | "images" {
  return cause === "server" || cause === "images";
}

function whyWaiting(cause: Outbox["cause"], count: number): string {
  if (!isServerCause(cause)) return words().sign.waitingText(count);
  const { sending } = deviceWords();
  return `${sending[cause]} ${sending.waits(count)}`;
}

function describe(message: OutboxRow, now: Date): string {
  const spoken = words().sign;
  const state = [
    formatAge(message.messageCreatedOn, now),
    message.status === "processing" ? spoken.sending : spoken.queued,
    message.sendAttempts > 0 ? spoken.attempts(message.sendAttempts) : null,
  ]
    .filter(Boolean)
    .join(", ");
  // The error is a sentence of its own.
  return [state, message.lastError].filter(Boolean).join("\n");
}

function nameOf(now: Date): string {
  return `fieldfare-messages-${now.toISOString().slice(0, 10)}.json`;
}
