import { Button, Checkbox, List, NativeSelect, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  assignJob,
  cancelJob,
  changeJob,
  createJob,
  queueCommand,
  requestRemoval,
} from "@fieldfare/contract/office";
import { isKeptFromAnother } from "@fieldfare/domain";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName, useOperatives } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import {
  AppointmentField,
  findTimeProblem,
  makeAppointmentTime,
} from "../../ui/appointment-field.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import { isTooLong, LongText } from "../../ui/long-text.tsx";
import { TakeAwayField } from "../../ui/take-away-field.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { type FieldJob, useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import { describeLateAppointment } from "./targets.ts";

type Action = "assign" | "cancel" | "change" | "comment" | "remove";

/**
 * The buttons by which the planner assigns and changes a job, comments on it, requests its removal, cancels it, or raises
 * another one like it. A closed job can only be copied.
 */
export function JobActions({ field }: { readonly field: FieldJob }) {
  const [action, setAction] = useState<Action | null>(null);
  const isAssigned = field.fieldOperativeId !== null;
  const isClosed = field.job.status === "Closed";
  const dialog = { field, onClose: () => setAction(null) };
  const may = useMay();
  const copy = may(createJob) && (
    <ButtonLink to="/jobs/new" search={{ copy: field.job.jobId }} preload={false} variant="default">
      {strings.copy}
    </ButtonLink>
  );
  if (isClosed) return copy;
  return (
    <>
      {may(assignJob) && (
        <Button variant="default" onClick={() => setAction("assign")}>
          {isAssigned ? "Move" : "Assign"}
        </Button>
      )}
      {may(changeJob) && (
        <Button variant="default" onClick={() => setAction("change")}>
          {strings.changeDetails}
        </Button>
      )}
      {copy}
      {isAssigned && may(queueCommand) && (
        <Button variant="default" onClick={() => setAction("comment")}>
          Comment
        </Button>
      )}
      {isAssigned && may(requestRemoval) && (
        <Button variant="default" onClick={() => setAction("remove")}>
          Request removal
        </Button>
      )}
      {may(cancelJob) && (
        <Button variant="default" onClick={() => setAction("cancel")}>
          {strings.cancel.button}
        </Button>
      )}
      {action === "cancel" && <CancelDialog {...dialog} />}
      {action === "assign" && <AssignDialog {...dialog} />}
      {action === "change" && <ChangeDialog {...dialog} />}
      {action === "comment" && <CommentDialog {...dialog} />}
      {action === "remove" && <RemovalDialog {...dialog} />}
    </>
  );
}

interface DialogProps {
  readonly field: FieldJob;
  readonly onClose: () => void;
}

function AssignDialog({ field, onClose }: DialogProps) {
  const { job, fieldOperativeId: current } = field;
  const { data: operatives } = useOperatives();
  const engineerName = useOperativeName();
  const [engineer, setEngineer] = useState(current ?? "");
  const [appointment, setAppointment] = useState(() =>
    makeAppointmentTime(writeLondonTime(job.appointmentDateTime)),
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isForced, setIsForced] = useState(false);
  const [issue, setIssue] = useState<string | null>(null);
  const isMoved = current !== null && engineer !== "" && engineer !== current;
  const isKept =
    engineer !== "" &&
    isKeptFromAnother({ status: job.status, fieldOperativeId: current }, engineer);
  const reload = useReload();
  const assign = useAction({
    mutationFn: async (appointmentDateTime: string) => {
      await request(assignJob, {
        params: { jobId: job.jobId },
        body: { fieldOperativeId: engineer, appointmentDateTime, force: isKept && isForced },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: `${engineerName(engineer)} has the job` });
      onClose();
    },
  });
  const save = () => {
    setIsChecked(true);
    setIssue(null);
    const moment = parseLondonTime(appointment.time);
    if (engineer === "") return setIssue("Choose an engineer");
    if (moment === null || findTimeProblem(appointment) !== null) return;
    if (isKept && !isForced) setIssue(strings.takeAwayOrWait);
    else assign.mutate(moment);
  };
  return (
    <ConfirmDialog
      title={current === null ? "Assign the job" : "Move the job"}
      confirm="Save"
      isPending={assign.isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <NativeSelect
        label="Engineer"
        value={engineer}
        onChange={({ currentTarget }) => setEngineer(currentTarget.value)}
        data={[
          { value: "", label: "Choose an engineer" },
          ...(operatives ?? []).map(({ fieldOperativeId, name, disabledOn }) => ({
            value: fieldOperativeId,
            label: disabledOn === null ? name : `${name} (account disabled)`,
            disabled: disabledOn !== null,
          })),
        ]}
        data-autofocus
      />
      <AppointmentField
        label="Appointment (time in London)"
        value={appointment}
        onChange={setAppointment}
        isChecked={isChecked}
        note={describeLateAppointment(field.targets, parseLondonTime(appointment.time))}
      />
      {isKept && (
        <TakeAwayField name={engineerName(current)} checked={isForced} onChange={setIsForced} />
      )}
      {isMoved && !isKept && (
        <Text>
          {job.status === "New"
            ? `The phone of ${engineerName(current)} removes the job when it hears of it.`
            : `${engineerName(current)} has begun this job. The phone is asked to remove it; what it recorded stays as evidence.`}
        </Text>
      )}
      {issue !== null && (
        <Text c="var(--mantine-color-error)" role="alert">
          {issue}
        </Text>
      )}
      {assign.error && <ErrorNotice error={assign.error} />}
    </ConfirmDialog>
  );
}

const maxComment = 2000;

function CommentDialog({ field: { job, fieldOperativeId }, onClose }: DialogProps) {
  const [comment, setComment] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const engineerName = useOperativeName();
  const reload = useReload();
  const send = useAction({
    mutationFn: async () => {
      await request(queueCommand, {
        body: {
          fieldOperativeId: fieldOperativeId ?? "",
          type: "JobUpdate",
          jobId: job.jobId,
          fieldOperativeAppointmentId: job.fieldOperativeAppointmentId,
          details: comment.trim(),
          isComment: true,
        },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        message: `The comment waits for the phone of ${engineerName(fieldOperativeId)}`,
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Comment for ${engineerName(fieldOperativeId)}`}
      confirm="Send comment"
      isPending={send.isPending}
      onConfirm={() => {
        setIsChecked(true);
        if (comment.trim() !== "" && !isTooLong(comment, maxComment)) send.mutate();
      }}
      onClose={onClose}
    >
      <LongText
        label="Comment"
        description="It arrives as an alert of this job. It is not added to the notes."
        minRows={4}
        maxRows={12}
        limit={maxComment}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
        error={isChecked && comment.trim() === "" && strings.fillIn}
        data-autofocus
      />
      {send.error && <ErrorNotice error={send.error} />}
    </ConfirmDialog>
  );
}

function RemovalDialog({ field: { job, fieldOperativeId }, onClose }: DialogProps) {
  const [force, setForce] = useState(false);
  const name = useOperativeName()(fieldOperativeId);
  const reload = useReload();
  const remove = useAction({
    mutationFn: async () => {
      await request(requestRemoval, { params: { jobId: job.jobId }, body: { force } });
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        message: `The removal is requested. The answer of the phone is among the commands of ${name}.`,
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Request the removal of this job?"
      confirm={force ? "Remove without asking" : "Request removal"}
      isDestructive
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <List>
        <List.Item>If no phone has the job yet, it is taken off {name} at once.</List.Item>
        {force ? (
          <List.Item>
            The phone removes the job without asking {name}, also in the middle of the work. What
            was recorded until then is sent first.
          </List.Item>
        ) : (
          <>
            <List.Item>
              If {name} is on the way, {name} decides.
            </List.Item>
            <List.Item>
              If {name} has gained access, {name} keeps the job.
            </List.Item>
          </>
        )}
        <List.Item>
          The job itself stays, and can be assigned to somebody else. To end it, cancel it instead.
        </List.Item>
      </List>
      <Checkbox
        label={`Remove it without asking ${name}`}
        checked={force}
        onChange={({ currentTarget }) => setForce(currentTarget.checked)}
      />
      {remove.error && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  );
}
