import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { DampCase, DampCaseDetails } from "@fieldfare/contract/office";
import { recordDampEvent } from "@fieldfare/contract/office";
import { startOfLondonDay } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { describeError, ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { dampKey } from "./queries.ts";
import { strings } from "./strings.ts";

interface EarlierReportProps {
  readonly of: DampCase;
  readonly events: DampCaseDetails["events"];
}

/** Asks which start of the clock counts, where an inspection dates the first report earlier. */
export function EarlierReport({ of: found, events }: EarlierReportProps) {
  const { caseId, awareOn, earlierReport } = found;
  const may = useMay();
  const queries = useQueryClient();
  // The same ids when it is sent again: the server records it once.
  const [ids] = useState(() => ({ earlier: crypto.randomUUID(), present: crypto.randomUUID() }));
  const record = useAction({
    mutationFn: ({ eventId, happenedOn }: { eventId: string; happenedOn: string }) =>
      request(recordDampEvent, {
        params: { caseId },
        body: {
          eventId,
          kind: "aware",
          happenedOn,
          expected: { eventIds: events.map((event) => event.eventId) },
        },
      }),
    onSuccess: () => notifications.show({ color: "green", message: strings.startSet }),
    onError: (error) => {
      // The question goes away when the case is read again.
      if (isConflict(error))
        notifications.show({ color: "red", message: describeError(error).advice });
    },
    onSettled: () => {
      // The board of today names cases that need work.
      void queries.invalidateQueries({ queryKey: ["board"] });
      return queries.invalidateQueries({ queryKey: dampKey });
    },
  });
  if (!earlierReport || awareOn === null) return null;
  const day = formatDay(earlierReport.reportedOn);
  const aware = formatMoment(awareOn);
  const earlier = startOfLondonDay(earlierReport.reportedOn).toISOString();
  return (
    <Alert color="yellow" variant="outline" my="sm">
      <Text fw={700}>{strings.whichStart}</Text>
      {strings.inspectionOf}{" "}
      <AnchorLink
        to="/jobs/$jobId"
        params={{ jobId: earlierReport.jobId }}
        preload={false}
        underline="always"
      >
        {earlierReport.formattedJobId}
      </AnchorLink>{" "}
      {strings.whichStartNote(day, aware)}
      {may(recordDampEvent) && (
        <Group mt="xs">
          <Button
            size="xs"
            loading={record.isPending}
            onClick={() => record.mutate({ eventId: ids.earlier, happenedOn: earlier })}
          >
            {strings.countFrom(day)}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={record.isPending}
            onClick={() => record.mutate({ eventId: ids.present, happenedOn: awareOn })}
          >
            {strings.keepStart(aware)}
          </Button>
        </Group>
      )}
      {record.error && <ErrorNotice error={record.error} />}
    </Alert>
  );
}
