import {
  exportBlocked,
  isAutomatic,
  isSignInNeeded,
  type Outbox,
  type OutboxRow,
  readOutbox,
  recordingTime,
} from "@fieldfare/device";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive, useSession } from "../phone/device.tsx";
import { useConnection } from "../phone/connection.ts";
import { describeJob, describeMessage, messageNames } from "../phone/message-names.ts";
import { useSendingLacksSpace } from "../phone/full-storage.ts";
import { sendAndReport, type SendReport } from "../phone/sending.ts";
import { useSyncRun } from "../phone/sync.ts";
import { synchronise } from "../phone/synchronise.ts";
import { SyncProgress } from "../phone/sync-progress.tsx";
import { useWaitingOfOthers, WaitingOfOthers } from "../phone/waiting-of-others.tsx";
import { strings as waitingStrings } from "../phone/waiting-strings.ts";
import { Button } from "../ui/button.tsx";
import { Stack } from "../ui/card.tsx";
import { formatAge, formatDateTime } from "../phone/times.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { useMinimumDisplay } from "../ui/loading.tsx";
import { Banner } from "../ui/banner.tsx";
import { RowText, Rows } from "../ui/rows.tsx";
import { saveFile } from "../ui/save-file.ts";
import { strings as phoneStrings } from "../phone/strings.ts";
import { strings as workStrings } from "../phone/work-strings.ts";
import { strings } from "./strings.ts";
import { strings as sheetStrings } from "./sync-sheet-strings.ts";

const maxListed = 20;

/** The waiting messages, the refused ones with the reason, and the last sync. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  const device = useDevice();
  const navigate = useNavigate();
  const { settings } = useSession();
  const outbox = useLive(() => readOutbox(device), [device]);
  const isSignInMissing = useLive(() => isSignInNeeded(device), [device]);
  const waitingOfOthers = useWaitingOfOthers();
  const isOnline = useConnection() === "online";
  const isSyncing = useSyncRun() !== null;
  const lacksSpace = useSendingLacksSpace();
  const [isTrying, setTrying] = useState(false);
  const [answer, setAnswer] = useState<SendReport | null>(null);
  const showsTrying = useMinimumDisplay(isTrying);
  // Drawn once: a sheet that grows moves its buttons.
  if (!outbox || isSignInMissing === undefined || !waitingOfOthers) return null;
  const text = { ...strings().syncStatus, ...sheetStrings() };
  const lastSync = settings?.sync.status.dateLastSync;
  const now = recordingTime(device);
  const blockedEntries = outbox.blockedKeys;
  const blockedKeys = new Set(blockedEntries.map((blocked) => blocked.lane));
  // This list shows the engineer's work. Messages that the phone sends by itself are listed in Settings.
  const waiting = outbox.messages.filter(
    (message) => !blockedKeys.has(message.lane) && !isAutomatic(message),
  );

  const cause = lacksSpace ? "storage" : outbox.cause;
  const shownAnswer =
    answer && !answer.isSent && !isSignInMissing && !showsTrying && outbox.state !== "all-sent"
      ? answer.text
      : null;

  const signOut = () => {
    onClose();
    void navigate({ to: "/signout" });
  };
  const retry = () => {
    setTrying(true);
    setAnswer(null);
    void sendAndReport(device)
      .then(setAnswer)
      .finally(() => setTrying(false));
  };

  return (
    <Dialog
      title={text.title}
      sheet
      onClose={onClose}
      actions={
        outbox.state !== "all-sent" ? (
          <>
            {/* The list above may be long: the answer is shown next to the button. */}
            {shownAnswer !== null && (
              <Banner tone="warn" alert>
                {shownAnswer}
              </Banner>
            )}
            <Button kind="main" busy={showsTrying && text.trying} onClick={retry}>
              {text.tryNow}
            </Button>
            {blockedEntries.length > 0 && (
              <Button
                icon="download"
                onClick={() =>
                  void exportBlocked(device).then((file) => saveFile(file, buildFileName(now)))
                }
              >
                {text.export}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {outbox.state === "all-sent" && (
        <Banner tone="good" title={text.allSent}>
          {waitingStrings().ownSent}
        </Banner>
      )}
      {blockedEntries.length > 0 && (
        <Stack>
          <Banner tone="warn" title={text.blockedTitle(blockedEntries.length)}>
            {text.blockedText}
          </Banner>
          <Rows label={text.blockedTitle(blockedEntries.length)}>
            {blockedEntries.map((blocked) => (
              <RowText
                key={blocked.lane}
                icon="alert-triangle"
                label={messageNames()[blocked.type]}
                detail={[
                  describeJob(outbox.jobs.get(blocked.jobId ?? "")),
                  `${blocked.detail} (${blocked.code}), ${formatDateTime(blocked.parkedOn)}`,
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
          {isSignInMissing ? (
            <Banner tone="warn">
              <p>{(isOnline ? text.signInMissing : text.signInLater)(waiting.length)}</p>
              {/* As on home, the sign-out is there without a network too: its screen says what that means. */}
              <Button onClick={signOut}>{phoneStrings().signOut}</Button>
            </Banner>
          ) : (
            // The answer to Try now says the same.
            shownAnswer === null && <p>{explainWaiting(cause, waiting.length)}</p>
          )}
          <Rows label={text.waitingTitle(waiting.length)}>
            {waiting.slice(0, maxListed).map((message) => (
              <RowText
                key={message.id}
                icon="cloud-up"
                label={describeMessage(message, outbox.parts.get(message.messageId))}
                detail={[
                  describeJob(outbox.jobs.get(message.jobId ?? "")),
                  describeProgress(message, now, lacksSpace),
                ]
                  .filter(Boolean)
                  .join("\n")}
              />
            ))}
          </Rows>
          {waiting.length > maxListed && <p>{text.more(waiting.length - maxListed)}</p>}
        </Stack>
      )}
      <WaitingOfOthers counts={waitingOfOthers} />
      <Stack>
        <h3>{text.syncTitle}</h3>
        <DescriptionList
          items={[[text.lastSync, lastSync ? formatDateTime(lastSync) : text.never]]}
        />
        <SyncProgress />
        <Button
          icon="refresh"
          wide
          disabled={isSyncing}
          onClick={() => void synchronise(device, { requestedBy: "user" })}
        >
          {text.syncNow}
        </Button>
      </Stack>
    </Dialog>
  );
}

function explainWaiting(cause: Outbox["cause"], count: number): string {
  if (cause === null || cause === "network") return sheetStrings().waitingText(count);
  const { sending } = workStrings();
  return `${sending[cause]} ${sending.waits(count)}`;
}

function describeProgress(message: OutboxRow, now: Date, lacksSpace: boolean): string {
  const text = sheetStrings();
  const state = [
    formatAge(message.messageCreatedOn, now),
    message.status === "processing" && !lacksSpace ? text.sending : text.queued,
    message.sendAttempts > 0 ? text.attempts(message.sendAttempts) : null,
  ]
    .filter(Boolean)
    .join(", ");
  // The error is a sentence of its own.
  return [state, message.lastError].filter(Boolean).join("\n");
}

function buildFileName(now: Date): string {
  return `fieldfare-messages-${now.toISOString().slice(0, 10)}.json`;
}
