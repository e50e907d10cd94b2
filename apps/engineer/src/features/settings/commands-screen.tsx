import { pollCommands, readCommands } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Skeleton, useMinimumDisplay } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { showToast } from "../../ui/toast.tsx";
import { words } from "./words.ts";

/** What the office asked of this phone, and how it was answered. */
export function CommandsScreen() {
  const device = useDevice();
  const commands = useLive(() => readCommands(device), [device]);
  const [isFetching, setFetching] = useState(false);
  const showsFetching = useMinimumDisplay(isFetching);
  const spoken = words().commands;
  const fetchNow = async () => {
    setFetching(true);
    try {
      const isAsked = await pollCommands(device);
      if (isAsked) showToast({ text: spoken.fetched, kind: "good", key: "commands" });
      else showToast({ ...words().offline, kind: "warn", key: "commands" });
    } finally {
      setFetching(false);
    }
  };
  return (
    <Page
      title={spoken.title}
      back="/settings"
      main={
        <Button kind="main" busy={showsFetching && spoken.fetching} onClick={() => void fetchNow()}>
          {spoken.fetch}
        </Button>
      }
    >
      {!commands && <Skeleton />}
      {commands?.length === 0 && (
        <EmptyState icon="bell" title={spoken.emptyTitle}>
          {spoken.empty}
        </EmptyState>
      )}
      {commands && commands.length > 0 && (
        <LongList
          name="commands"
          rows={commands}
          keyOf={(command) => command.commandId}
          estimate={() => 110}
        >
          {(command) => (
            <RecordCard title={command.type ? spoken.name(command.type) : spoken.unknown}>
              {command.formattedJobId && (
                <RecordLine>{spoken.job(command.formattedJobId)}</RecordLine>
              )}
              <RecordLine>{formatDateTime(command.on)}</RecordLine>
              <RecordLine>{spoken.outcome(command.outcome)}</RecordLine>
              {command.details && <RecordLine>{command.details}</RecordLine>}
              {command.isAnswerWaiting && <RecordLine>{spoken.answerWaiting}</RecordLine>}
            </RecordCard>
          )}
        </LongList>
      )}
    </Page>
  );
}
