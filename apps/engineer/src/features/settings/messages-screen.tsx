import { readOutbox, recordingTime } from "@fieldfare/device";
import { useDevice, useLive } from "../../phone/device.tsx";
import { describeJob, describeMessage } from "../../phone/message-names.ts";
import { useWaitingOfOthers, WaitingOfOthers } from "../../phone/waiting-of-others.tsx";
import { strings as waitingStrings } from "../../phone/waiting-strings.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../phone/times.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { useProcessing } from "./processing.ts";
import { strings } from "./strings.ts";

/** Lists the queued messages, oldest first. */
export function MessagesScreen() {
  const device = useDevice();
  const read = useLive(() => readOutbox(device), [device]);
  const waitingOfOthers = useWaitingOfOthers();
  // Drawn once: what came later would move the list.
  const outbox = waitingOfOthers && read;
  const { isBusy, process } = useProcessing();
  const text = strings().messages;
  const blockedKeys = new Set(outbox?.blockedKeys.map((blocked) => blocked.lane));
  const now = recordingTime(device);
  return (
    <Page
      title={text.title}
      back="/settings"
      main={
        outbox && outbox.messages.length > 0 ? (
          <Button kind="main" busy={isBusy && text.processing} onClick={process}>
            {text.process}
          </Button>
        ) : undefined
      }
    >
      {!outbox && <Skeleton />}
      {outbox?.messages.length === 0 && (
        <EmptyState icon="cloud-check" title={text.emptyTitle}>
          {waitingStrings().ownSent}
        </EmptyState>
      )}
      {outbox && <WaitingOfOthers counts={waitingOfOthers} />}
      {outbox && outbox.messages.length > 0 && (
        <>
          {outbox.waiting > 0 && <p>{text.count(outbox.waiting)}</p>}
          <LongList
            name="messages"
            rows={outbox.messages}
            getKey={(message) => message.id}
            estimate={() => 110}
          >
            {(message) => (
              <RecordCard
                to={{
                  to: "/settings/messages/$messageId",
                  params: { messageId: message.messageId },
                }}
                title={describeMessage(message, outbox.parts.get(message.messageId))}
                mark={text.state[readMessageState(message, blockedKeys)]}
              >
                {message.jobId && outbox.jobs.has(message.jobId) && (
                  <RecordLine>{describeJob(outbox.jobs.get(message.jobId))}</RecordLine>
                )}
                <RecordLine>{formatAge(message.messageCreatedOn, now)}</RecordLine>
                <RecordLine>{text.attempts(message.sendAttempts)}</RecordLine>
                {message.lastError && <RecordLine>{message.lastError}</RecordLine>}
              </RecordCard>
            )}
          </LongList>
        </>
      )}
    </Page>
  );
}

function readMessageState(
  message: { readonly status: "queued" | "processing"; readonly lane: string },
  blockedKeys: ReadonlySet<string>,
) {
  return blockedKeys.has(message.lane) ? "blocked" : message.status;
}
