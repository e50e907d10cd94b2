import { Button, NativeSelect, Text } from "@mantine/core";
import { moveJobs, requestRemoval } from "@fieldfare/contract/office";
import { isKeptFromAnother, isUnderWay, checkMove } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { Consequences } from "../../server/moves/consequences.tsx";
import { moveStrings } from "../../server/moves/strings.ts";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment, formatTime } from "../../ui/dates.ts";
import { announce } from "../../ui/live-region.tsx";
import {
  AppointmentField,
  type AppointmentTime,
  findTimeProblem,
  makeAppointmentTime,
} from "../../ui/appointment-field.tsx";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import { TakeAwayField } from "../../ui/take-away-field.tsx";
import type { Engineer, Job } from "./layout.ts";
import { useMovedNotice } from "./moved-notice.tsx";
import type { Board } from "./queries.ts";
import { strings } from "./strings.ts";
import { type Move, planUndo } from "./undo-moves.ts";

/** What somebody wants to do with a job: with a drop, engineer and time are chosen already. */
export interface MoveRequest {
  readonly jobId: string;
  readonly fieldOperativeId?: string;
  /** In ms. */
  readonly at?: number;
  /** The job whose engineer and time it gets, and that gets its own. */
  readonly swapWith?: string;
}

interface MoveDialogProps {
  readonly request: MoveRequest;
  readonly board: Board;
  readonly now: number;
  readonly onClose: () => void;
}

/** Chooses engineer and time, or a job to swap with, and says what it means before it happens. */
export function MoveDialog({ request: asked, board, now, onClose }: MoveDialogProps) {
  const queries = useQueryClient();
  const may = useMay();
  const showMoved = useMovedNotice();
  const find = (id: string | undefined) => board.jobs.find(({ jobId }) => jobId === id);
  // What the user has seen when the dialog opened; the board may change meanwhile.
  const [job, setJob] = useState(() => find(asked.jobId));
  const [engineerId, setEngineerId] = useState(
    // Of a job that is dropped on another one, the engineer is the other job's.
    find(asked.swapWith)?.fieldOperativeId ?? asked.fieldOperativeId ?? job?.fieldOperativeId ?? "",
  );
  const [appointment, setAppointment] = useState<AppointmentTime>(() =>
    makeAppointmentTime(
      writeLondonTime(firstTime(job, asked)),
      job && writeLondonTime(job.appointmentDateTime),
    ),
  );
  const [swapId, setSwapId] = useState(asked.swapWith ?? "");
  const [isForced, setIsForced] = useState(false);
  const [isTried, setIsTried] = useState(false);

  const nameOf = (id: string | null) =>
    board.engineers.find(({ fieldOperativeId }) => fieldOperativeId === id)?.name ?? "";
  const swap = find(swapId);
  const moment = parseLondonTime(appointment.time);
  const targetId = swap?.fieldOperativeId ?? engineerId;
  const isKept = job !== undefined && targetId !== "" && isKeptFromAnother(job, targetId);
  const force = isKept && isForced;
  const planned = job ? plan(job, swap, engineerId, moment) : [];
  // Force is for the job of the engineer who is named, and not for the one with which it is swapped.
  const moves = planned.map((move) => ({ ...move, force: force && move.jobId === job?.jobId }));
  const checked = moves.map((move) => checkOne(move, board, moves, now));
  const refusal = checked.find((each) => each.refusal !== null)?.refusal ?? null;
  const consequences = moves.map((move, index) =>
    (checked[index]?.effects ?? []).map((effect) =>
      moveStrings.effects(effect, {
        from: nameOf(move.expected.fieldOperativeId),
        to: nameOf(move.fieldOperativeId),
      }),
    ),
  );
  // Of two jobs of one engineer that are swapped, most is the same for both.
  const [ofFirst = [], ofSecond = []] = consequences;
  const ofBoth = ofFirst.filter((text) => ofSecond.includes(text));
  const kind = swap ? "swap" : job?.fieldOperativeId ? "move" : "assign";

  const reload = () => queries.invalidateQueries({ queryKey: ["board"] });
  const save = useAction({
    mutationFn: async () => {
      await request(moveJobs, { body: { moves } });
      await reload();
    },
    onSuccess: () => {
      const [first] = moves;
      if (!job || !first) return;
      const message = swap
        ? strings.swapped(job.formattedJobId, swap.formattedJobId)
        : strings.moved(
            job.formattedJobId,
            nameOf(first.fieldOperativeId),
            formatMoment(first.appointmentDateTime),
          );
      announce(message);
      showMoved({
        message,
        engineer: nameOf(first.fieldOperativeId),
        undo: planUndo(job, moves, may(requestRemoval)),
      });
      onClose();
    },
  });

  if (!job) return null;
  const issue =
    engineerId === "" ? strings.chooseEngineer : refusal && moveStrings.refusals[refusal];
  const timeProblem = swap === undefined ? findTimeProblem(appointment) : null;
  const swappable = board.jobs.filter(
    (other) =>
      other.jobId !== job.jobId &&
      job.fieldOperativeId !== null &&
      (other.jobId === swapId ||
        (other.fieldOperativeId === engineerId &&
          !isUnderWay(other) &&
          other.status === job.status)),
  );
  /** Begins again with the job as the board has it now. */
  const lookAgain = () => {
    const current = find(job.jobId);
    if (!current) return onClose();
    setJob(current);
    setEngineerId(current.fieldOperativeId ?? "");
    setAppointment(makeAppointmentTime(writeLondonTime(current.appointmentDateTime)));
    setSwapId("");
    setIsTried(false);
    save.reset();
  };
  const choose = (id: string) => {
    setEngineerId(id);
    setSwapId("");
  };
  return (
    <ConfirmDialog
      title={strings.moveTitle(job.formattedJobId, job.fieldOperativeId !== null)}
      confirm={strings.moveConfirm[kind]}
      isPending={save.isPending}
      onConfirm={() => {
        setIsTried(true);
        if (issue === null && timeProblem === null) save.mutate();
      }}
      onClose={onClose}
    >
      <Text>
        {job.categoryName}: {job.detailTypeName}, {job.address}
      </Text>
      <NativeSelect
        label={strings.engineer}
        value={engineerId}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: "", label: strings.chooseEngineer },
          ...board.engineers.map((engineer) => ({
            value: engineer.fieldOperativeId,
            label: labelOf(engineer, board.jobs),
            disabled: engineer.isDisabled,
          })),
        ]}
        data-autofocus
      />
      {swap === undefined && (
        <AppointmentField
          label={strings.appointment}
          value={appointment}
          onChange={setAppointment}
          isChecked={isTried}
        />
      )}
      {swappable.length > 0 && (
        <NativeSelect
          label={strings.swap}
          value={swapId}
          onChange={({ currentTarget }) => setSwapId(currentTarget.value)}
          data={[
            { value: "", label: strings.noSwap },
            ...swappable.map((other) => ({
              value: other.jobId,
              label: strings.swapOption(
                formatTime(other.appointmentDateTime),
                other.formattedJobId,
              ),
            })),
          ]}
        />
      )}
      {isKept && (
        <TakeAwayField
          name={nameOf(job.fieldOperativeId)}
          checked={isForced}
          onChange={setIsForced}
        />
      )}
      {issue === null && moves.length > 0 && !isConflict(save.error) && (
        <div>
          <Text fw={600}>{moveStrings.consequences}</Text>
          {moves.map(({ jobId, fieldOperativeId, appointmentDateTime }, index) => {
            const { formattedJobId = "" } = find(jobId) ?? {};
            return (
              <Fragment key={jobId}>
                {swap && (
                  <Text mt="xs">
                    {strings.moved(
                      formattedJobId,
                      nameOf(fieldOperativeId),
                      formatMoment(appointmentDateTime),
                    )}
                  </Text>
                )}
                <Consequences
                  label={swap ? strings.consequencesFor(formattedJobId) : moveStrings.consequences}
                  texts={(consequences[index] ?? []).filter((text) => !ofBoth.includes(text))}
                />
              </Fragment>
            );
          })}
          {ofBoth.length > 0 && <Text mt="xs">{strings.bothJobs}</Text>}
          <Consequences label={strings.consequencesFor(strings.bothJobs)} texts={ofBoth} />
        </div>
      )}
      {issue !== null && isTried && (
        <Text c="var(--mantine-color-error)" role="alert">
          {issue}
        </Text>
      )}
      {save.error && <ErrorNotice error={save.error} />}
      {isConflict(save.error) && (
        <Button variant="default" onClick={lookAgain}>
          {moveStrings.lookAgain}
        </Button>
      )}
    </ConfirmDialog>
  );
}

function firstTime(job: Job | undefined, { at }: MoveRequest): string {
  if (at !== undefined) return new Date(at).toISOString();
  return job?.appointmentDateTime ?? new Date().toISOString();
}

function labelOf({ fieldOperativeId, name, isDisabled }: Engineer, jobs: readonly Job[]): string {
  const count = jobs.filter((job) => job.fieldOperativeId === fieldOperativeId).length;
  return `${name} (${isDisabled ? strings.disabled : strings.jobCount(count)})`;
}

/** The moves of one job, or of two that are swapped; none while engineer or time are missing. */
function plan(
  job: Job,
  swap: Job | undefined,
  engineerId: string,
  appointmentDateTime: string | null,
): Move[] {
  if (swap && swap.fieldOperativeId !== null && job.fieldOperativeId !== null)
    return [
      moveOf(job, swap.fieldOperativeId, swap.appointmentDateTime),
      moveOf(swap, job.fieldOperativeId, job.appointmentDateTime),
    ];
  if (engineerId === "" || appointmentDateTime === null) return [];
  return [moveOf(job, engineerId, appointmentDateTime)];
}

function moveOf(job: Job, fieldOperativeId: string, appointmentDateTime: string): Move {
  const { jobId, status, cancellationRequestedOn } = job;
  const expected = {
    fieldOperativeId: job.fieldOperativeId,
    appointmentDateTime: job.appointmentDateTime,
    status,
    cancellationRequestedOn,
    removalRequestedOn: job.removal?.requestedOn ?? null,
  };
  return { jobId, fieldOperativeId, appointmentDateTime, expected };
}

/** The jobs of the board where they are after the moves, so that a job which leaves is in nobody's way. */
function applyMoves({ jobs }: Board, moves: readonly Move[]): readonly Job[] {
  return jobs.map((job) => {
    const move = moves.find(({ jobId }) => jobId === job.jobId);
    if (!move) return job;
    const { fieldOperativeId, appointmentDateTime } = move;
    return { ...job, fieldOperativeId, appointmentDateTime };
  });
}

function checkOne(move: Move, board: Board, moves: readonly Move[], now: number) {
  const { engineers, jobs } = board;
  const job = jobs.find(({ jobId }) => jobId === move.jobId);
  const engineer = engineers.find(
    ({ fieldOperativeId }) => fieldOperativeId === move.fieldOperativeId,
  );
  if (!job || !engineer) return { refusal: null, effects: [] };
  const { appointmentDateTime, force = false } = move;
  return checkMove(job, { engineer, appointmentDateTime, force }, applyMoves(board, moves), now);
}
