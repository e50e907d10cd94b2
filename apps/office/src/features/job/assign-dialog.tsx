import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { assignJob } from "@fieldfare/contract/office";
import {
  isKeptFromAnother,
  isUnanswered,
  checkMove,
  londonDay,
  type PlannedVisit,
} from "@fieldfare/domain";
import { useState } from "react";
import { EngineerField } from "../../server/engineer-choice/engineer-field.tsx";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { Consequences } from "../../server/moves/consequences.tsx";
import { useDayBoard } from "../../server/moves/queries.ts";
import { moveStrings } from "../../server/moves/strings.ts";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import {
  AppointmentField,
  findTimeProblem,
  makeAppointmentTime,
} from "../../ui/appointment-field.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import { TakeAwayField } from "../../ui/take-away-field.tsx";
import { useNow } from "../../ui/use-now.ts";
import { EndedNotice, isEnded } from "./ended-notice.tsx";
import { type FieldJob, findCancellationRequest, readExpected, useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import { describeLateAppointment } from "./targets.ts";

const words = strings.assign;

interface AssignDialogProps {
  /** The job as it is now: it is loaded again while the dialog is open. */
  readonly field: FieldJob;
  readonly onClose: () => void;
}

/** Chooses engineer and time, and says what it means before it happens. If somebody else moves the job meanwhile, that is said. */
export function AssignDialog({ field, onClose }: AssignDialogProps) {
  // What the user has seen when the dialog opened.
  const [seen, setSeen] = useState(field);
  const { job, fieldOperativeId: current } = seen;
  const engineerName = useOperativeName();
  const now = useNow();
  const [engineer, setEngineer] = useState(current ?? "");
  const [appointment, setAppointment] = useState(() => makeTime(seen));
  const [isChecked, setIsChecked] = useState(false);
  const [isForced, setIsForced] = useState(false);
  const isKept =
    engineer !== "" &&
    isKeptFromAnother({ status: job.status, fieldOperativeId: current }, engineer);
  const force = isKept && isForced;
  const moment = parseLondonTime(appointment.time);
  const move = engineer !== "" && moment !== null ? { engineer, moment, force } : null;
  const { isLoading, error: boardError, checked } = useMoveCheck(seen, move, now);
  const reload = useReload();
  const assign = useAction({
    mutationFn: async (appointmentDateTime: string) => {
      await request(assignJob, {
        params: { jobId: job.jobId },
        body: {
          fieldOperativeId: engineer,
          appointmentDateTime,
          force,
          expected: readExpected(seen),
        },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: words.done(engineerName(engineer)) });
      onClose();
    },
    onError: reload,
  });
  const refusal = checked?.refusal ?? (isKept && !isForced ? "access-gained" : null);
  const issue = engineer === "" ? words.choose : refusal && moveStrings.refusals[refusal];
  const hasEnded = isEnded(field) && !assign.isPending;
  const save = () => {
    setIsChecked(true);
    if (issue === null && moment !== null && findTimeProblem(appointment) === null)
      assign.mutate(moment);
  };
  /** Begins again with the job as it is now. */
  const lookAgain = () => {
    setSeen(field);
    setEngineer(field.fieldOperativeId ?? "");
    setAppointment(makeTime(field));
    setIsForced(false);
    setIsChecked(false);
    assign.reset();
  };
  return (
    <ConfirmDialog
      title={words.title(current !== null)}
      confirm={hasEnded ? null : words.save}
      isPending={assign.isPending || isLoading}
      onConfirm={save}
      onClose={onClose}
    >
      <EngineerField
        moment={moment}
        address={job.property.postcode}
        jobId={job.jobId}
        nobody={words.choose}
        value={engineer}
        onChange={setEngineer}
        hasFocus
      />
      <AppointmentField
        label={words.time}
        value={appointment}
        onChange={setAppointment}
        isChecked={isChecked}
        note={describeLateAppointment(field.targets, moment)}
      />
      {isKept && (
        <TakeAwayField name={engineerName(current)} checked={isForced} onChange={setIsForced} />
      )}
      {!hasEnded && !isConflict(assign.error) && checked && checked.effects.length > 0 && (
        <div role="status">
          <Text fw={600}>{moveStrings.consequences}</Text>
          <Consequences
            label={moveStrings.consequences}
            texts={checked.effects.map((effect) =>
              moveStrings.effects(effect, {
                from: engineerName(current),
                to: engineerName(engineer),
              }),
            )}
          />
        </div>
      )}
      {boardError !== null && <Text role="status">{words.dayUnknown}</Text>}
      {!checked && !hasEnded && findCancellationRequest(seen) !== null && (
        <Text>{moveStrings.cancellationTakenBack}</Text>
      )}
      {issue !== null && isChecked && !hasEnded && (
        <Text c="var(--mantine-color-error)" role="alert">
          {issue}
        </Text>
      )}
      {hasEnded && <EndedNotice field={field} />}
      {assign.error && !hasEnded && <ErrorNotice error={assign.error} />}
      {isConflict(assign.error) && !hasEnded && (
        <Button variant="default" onClick={lookAgain}>
          {moveStrings.lookAgain}
        </Button>
      )}
    </ConfirmDialog>
  );
}

const makeTime = ({ job }: FieldJob) =>
  makeAppointmentTime(writeLondonTime(job.appointmentDateTime));

interface Move {
  readonly engineer: string;
  /** ISO 8601. */
  readonly moment: string;
  readonly force: boolean;
}

/** Checks a move by the day that it is for. Whether a phone has the job is known by the day for which it is planned. */
function useMoveCheck(seen: FieldJob, move: Move | null, now: number) {
  const planned = useDayBoard(londonDay(new Date(seen.job.appointmentDateTime)));
  const target = useDayBoard(move && londonDay(new Date(move.moment)));
  const isOnPhone = planned.data?.jobs.find(({ jobId }) => jobId === seen.job.jobId)?.isOnPhone;
  const engineer = target.data?.engineers.find(
    ({ fieldOperativeId }) => fieldOperativeId === move?.engineer,
  );
  return {
    isLoading: planned.isLoading || target.isLoading,
    error: planned.error ?? target.error,
    checked:
      move && engineer && target.data
        ? checkMove(
            toVisit(seen, isOnPhone ?? false),
            { engineer, appointmentDateTime: move.moment, force: move.force },
            target.data.jobs,
            now,
          )
        : null,
  };
}

function toVisit(field: FieldJob, isOnPhone: boolean): PlannedVisit {
  const { job, fieldOperativeId, earlierVisit, removalRequest } = field;
  const { jobId, fieldOperativeAppointmentId, appointmentDateTime } = job;
  const { status, statusTimestamps, hold } = job;
  return {
    jobId,
    fieldOperativeId,
    fieldOperativeAppointmentId,
    appointmentDateTime,
    status,
    statusTimestamps,
    hold,
    isOnPhone,
    removal: removalRequest && isUnanswered(removalRequest) ? removalRequest : null,
    cancellationRequestedOn: findCancellationRequest(field),
    earlierVisit,
  };
}
