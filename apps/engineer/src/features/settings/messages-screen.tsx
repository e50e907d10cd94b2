import { readOutbox, recordingTime } from "@fieldfare/device";
import { useDevice, useLive } from "../../device/device.tsx";
import { describeJob, describeMessage } from "../../device/message-names.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/dates.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { useProcessing } from "./processing.ts";
import { words } from "./words.ts";

/** Everything that waits to be sent, oldest first, drawn only where one looks. */
export function MessagesScreen() {
  const device = useDevice();
  const outbox = useLive(() => readOutbox(device), [device]);
  const { isBusy, process } = useProcessing();
  const spoken = words().messages;
  const heldBack = new Set(outbox?.parkedLanes.map((parked) => parked.lane));
  const now = recordingTime(device);
  return (
    <Page
      title={spoken.title}
      back="/settings"
      main={
        outbox && outbox.messages.length > 0 ? (
          <Button kind="main" busy={isBusy && spoken.processing} onClick={process}>
            {spoken.process}
          </Button>
        ) : undefined
      }
    >
      {!outbox && <Skeleton />}
      {outbox?.messages.length === 0 && (
        <EmptyState icon="cloud-check" title={spoken.emptyTitle}>
          {spoken.empty}
        </EmptyState>
      )}
      {outbox && outbox.messages.length > 0 && (
        <>
          {outbox.waiting > 0 && <p>{spoken.count(outbox.waiting)}</p>}
          <LongList
            name="messages"
            rows={outbox.messages}
            keyOf={(message) => message.id}
            estimate={() => 110}
          >
            {(message) => (
              <RecordCard
                to={`/settings/messages/${message.messageId}`}
                title={describeMessage(message)}
                mark={spoken.state[stateOf(message, heldBack)]}
              >
                {message.jobId && outbox.jobs.has(message.jobId) && (
                  <RecordLine>{describeJob(outbox.jobs.get(message.jobId))}</RecordLine>
                )}
                <RecordLine>{formatAge(message.messageCreatedOn, now)}</RecordLine>
                <RecordLine>{spoken.attempts(message.sendAttempts)}</RecordLine>
                {message.lastError && <RecordLine>{message.lastError}</RecordLine>}
              </RecordCard>
            )}
          </LongList>
        </>
      )}
    </Page>
  );
}

function stateOf(
  message: { readonly status: "queued" | "processing"; readonly lane: string },
  heldBack: ReadonlySet<string>,
) {
  return heldBack.has(message.lane) ? "parked" : message.status;
}
