import { pollCommands, readCommands } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { Skeleton, useMinimumDisplay } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { showToast } from "../../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Lists the office's commands to this phone, with their results. */
export function CommandsScreen() {
  const device = useDevice();
  const commands = useLive(() => readCommands(device), [device]);
  const [isFetching, setFetching] = useState(false);
  const showsFetching = useMinimumDisplay(isFetching);
  const text = strings().commands;
  const fetchNow = async () => {
    setFetching(true);
    try {
      const { isReached } = await pollCommands(device);
      if (isReached) showToast({ text: text.fetched, kind: "good", key: "commands" });
      else showToast({ ...strings().offline, kind: "warn", key: "commands" });
    } finally {
      setFetching(false);
    }
  };
  return (
    <Page
      title={text.title}
      back="/settings"
      main={
        <Button kind="main" busy={showsFetching && text.fetching} onClick={() => void fetchNow()}>
          {text.fetch}
        </Button>
      }
    >
      {!commands && <Skeleton />}
      {commands?.length === 0 && (
        <EmptyState icon="bell" title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      )}
      {commands && commands.length > 0 && (
        <LongList
          name="commands"
          rows={commands}
          getKey={(command) => command.commandId}
          estimate={() => 110}
        >
          {(command) => (
            <RecordCard title={command.type ? text.name(command.type) : text.unknown}>
              {command.formattedJobId && (
                <RecordLine>{text.job(command.formattedJobId)}</RecordLine>
              )}
              <RecordLine>{formatDateTime(command.on)}</RecordLine>
              <RecordLine>{text.outcome(command.outcome)}</RecordLine>
              {command.details && <RecordLine>{command.details}</RecordLine>}
              {command.isAnswerWaiting && <RecordLine>{text.answerWaiting}</RecordLine>}
            </RecordCard>
          )}
        </LongList>
      )}
    </Page>
  );
}
