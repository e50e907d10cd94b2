import { Alert, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  type EarlierVisit as Visit,
  type ExpectedJob,
  giveBackJob,
} from "@fieldfare/contract/office";
import { mayGiveBack } from "@fieldfare/domain";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { moveStrings } from "../../server/moves/strings.ts";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { type FieldJob, findCancellationRequest, readExpected, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.earlierVisit;

interface EarlierVisitProps {
  readonly field: FieldJob;
  readonly visit: Visit;
}

/** Says that an engineer from whom the job was moved has gone on with it, and gives the job back. */
export function EarlierVisit({ field, visit }: EarlierVisitProps) {
  const { job, fieldOperativeId } = field;
  /** The job as the user saw it when the dialog was opened; null: it is not open. */
  const [seen, setSeen] = useState<FieldJob | null>(null);
  const engineerName = useOperativeName();
  const may = useMay();
  const reload = useReload();
  const name = engineerName(visit.fieldOperativeId);
  const giveBack = useAction({
    mutationFn: async (expected: ExpectedJob) => {
      const { fieldOperativeAppointmentId } = visit;
      await request(giveBackJob, {
        params: { jobId: job.jobId },
        body: { fieldOperativeAppointmentId, expected },
      });
      await reload();
    },
    onError: reload,
    onSuccess: () => notifications.show({ color: "green", message: words.done(name) }),
  });
  return (
    <Alert role="status" color="var(--warn)" variant="outline" title={words.title(name)} mb="md">
      <Text>{words.moved(name, formatMoment(visit.endedOn))}</Text>
      {job.status === "Closed" && <Text>{words.closed(name)}</Text>}
      {job.status !== "Closed" && !mayGiveBack(job) && fieldOperativeId !== null && (
        <Text>{words.begun(engineerName(fieldOperativeId))}</Text>
      )}
      {mayGiveBack(job) && may(giveBackJob) && (
        <Button mt="xs" size="xs" variant="default" onClick={() => setSeen(field)}>
          {words.button(name)}
        </Button>
      )}
      {seen && (
        <ConfirmDialog
          title={words.button(name)}
          confirm={isConflict(giveBack.error) ? null : words.button(name)}
          isPending={giveBack.isPending}
          onConfirm={() => giveBack.mutate(readExpected(seen))}
          onClose={() => {
            giveBack.reset();
            setSeen(null);
          }}
        >
          <Text>{words.counts(name)}</Text>
          {seen.fieldOperativeId !== null && (
            <Text>{words.removed(engineerName(seen.fieldOperativeId))}</Text>
          )}
          {findCancellationRequest(seen) !== null && (
            <Text>{moveStrings.cancellationTakenBack}</Text>
          )}
          {giveBack.error && <ErrorNotice error={giveBack.error} />}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
