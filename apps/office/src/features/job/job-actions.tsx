import { Alert, Button, Checkbox, List } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  assignJob,
  cancelJob,
  changeJob,
  createJob,
  commentJob,
  requestRemoval,
} from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { isTooLong, LongText } from "../../ui/long-text.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { describeRequest, hasOpenRequest } from "./cancellation.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { EndedNotice, isEnded } from "./ended-notice.tsx";
import { MovedNotice, useEngineerSeen } from "./moved-notice.tsx";
import { type FieldJob, findCancellationRequest, readExpected, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

type Action = "assign" | "cancel" | "change" | "comment" | "remove";

/**
 * The buttons by which the planner assigns and changes a job, comments on it, requests its removal, cancels it, or raises
 * another one like it. A closed job can only be copied.
 */
export function JobActions({ field }: { readonly field: FieldJob }) {
  const [action, setAction] = useState<Action | null>(null);
  const isAssigned = field.fieldOperativeId !== null;
  const dialog = { field, onClose: () => setAction(null) };
  const may = useMay();
  const copy = may(createJob) && (
    <ButtonLink to="/jobs/new" search={{ copy: field.job.jobId }} preload={false} variant="default">
      {strings.copy}
    </ButtonLink>
  );
  const isOpen = !isEnded(field);
  return (
    <>
      {isOpen && may(assignJob) && (
        <Button variant="default" onClick={() => setAction("assign")}>
          {isAssigned ? "Move" : "Assign"}
        </Button>
      )}
      {isOpen && may(changeJob) && (
        <Button variant="default" onClick={() => setAction("change")}>
          {strings.changeDetails}
        </Button>
      )}
      {copy}
      {isOpen && isAssigned && may(commentJob) && (
        <Button variant="default" onClick={() => setAction("comment")}>
          Comment
        </Button>
      )}
      {isOpen && isAssigned && may(requestRemoval) && (
        <Button variant="default" onClick={() => setAction("remove")}>
          Request removal
        </Button>
      )}
      {isOpen && may(cancelJob) && (
        <Button variant="default" onClick={() => setAction("cancel")}>
          {strings.cancel.button}
        </Button>
      )}
      {/* A job that ends while a dialog is open closes no dialog: what was typed there would be lost without a word. */}
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

const maxComment = 2000;

function CommentDialog({ field, onClose }: DialogProps) {
  const { job } = field;
  const [comment, setComment] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const engineerName = useOperativeName();
  const reload = useReload();
  const send = useAction({
    mutationFn: async () => {
      await request(commentJob, {
        params: { jobId: job.jobId },
        body: { comment: comment.trim(), ...(seen !== null && { fieldOperativeId: seen }) },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        message: `The comment waits for the phone of ${engineerName(seen)}`,
      });
      onClose();
    },
    onError: reload,
  });
  const { seen, hasMoved, accept } = useEngineerSeen(field, send.isPending);
  const hasEnded = isEnded(field) && !send.isPending;
  return (
    <ConfirmDialog
      title={`Comment for ${engineerName(seen)}`}
      confirm={hasEnded || hasMoved ? null : "Send comment"}
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
      {hasMoved && (
        <MovedNotice
          field={field}
          goOn={(engineer) => engineer && strings.movedSince.writeTo(engineer)}
          onGoOn={accept}
        />
      )}
      {hasEnded && <EndedNotice field={field} hasText />}
      {send.error && !hasEnded && !hasMoved && <ErrorNotice error={send.error} />}
    </ConfirmDialog>
  );
}

function RemovalDialog({ field, onClose }: DialogProps) {
  const { job } = field;
  const [force, setForce] = useState(false);
  const engineerName = useOperativeName();
  const earlier = hasOpenRequest(field) ? describeRequest(field, engineerName) : null;
  const cancellation = findCancellationRequest(field);
  /** The request to cancel the job that the user has read: it stood here when the dialog was opened. */
  const [readRequest, setReadRequest] = useState(cancellation);
  const reload = useReload();
  const remove = useAction({
    mutationFn: async () => {
      await request(requestRemoval, {
        params: { jobId: job.jobId },
        body: {
          force,
          expected: {
            ...readExpected(field),
            fieldOperativeId: seen,
            cancellationRequestedOn: readRequest,
          },
        },
      });
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        message: `The removal is requested. The answer of the phone is among the commands of ${name}.`,
      });
      onClose();
    },
    onError: reload,
  });
  const { seen, hasMoved, accept } = useEngineerSeen(field, remove.isPending);
  const name = engineerName(seen);
  const hasEnded = isEnded(field) && !remove.isPending;
  const isUnread = cancellation !== null && cancellation !== readRequest && !remove.isPending;
  const mayConfirm = !hasEnded && !hasMoved && !isUnread;
  return (
    <ConfirmDialog
      title="Request the removal of this job?"
      confirm={mayConfirm ? (force ? "Remove without asking" : "Request removal") : null}
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
            <List.Item>If {name} has not set out, the phone removes it, and says so.</List.Item>
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
      {earlier && mayConfirm && !remove.isPending && (
        <Alert color="yellow" variant="outline">
          {earlier.text}{" "}
          {field.cancellation === null ? strings.removal.askedAgain : strings.removal.takesBack}
        </Alert>
      )}
      <Checkbox
        label={`Remove it without asking ${name}`}
        checked={force}
        onChange={({ currentTarget }) => setForce(currentTarget.checked)}
      />
      {hasMoved && (
        <MovedNotice
          field={field}
          goOn={(engineer) => engineer && strings.movedSince.removeFrom(engineer)}
          onGoOn={accept}
        />
      )}
      {isUnread && !hasEnded && !hasMoved && (
        <ChangedSinceNotice
          title={strings.cancel.alreadyRequested}
          lines={[describeRequest(field, engineerName)?.text ?? ""]}
          goOn={strings.removal.takeBack}
          onGoOn={() => setReadRequest(cancellation)}
        />
      )}
      {hasEnded && <EndedNotice field={field} />}
      {remove.error && mayConfirm && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  );
}
