import { Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { decideAbsence, decideAbsenceCancel } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatDays } from "./month.ts";
import { useReload, type Waiting } from "./queries.ts";
import { strings } from "./strings.ts";

export type Decision = "approve" | "reject" | "cancel" | "keep";

const maxText = 2_000;

const texts = {
  approve: {
    title: strings.approveTitle,
    confirm: strings.approve,
    toast: strings.approvedToast,
  },
  reject: { title: strings.rejectTitle, confirm: strings.reject, toast: strings.rejectedToast },
  cancel: {
    title: strings.cancelTitle,
    confirm: strings.agreeToCancel,
    toast: strings.cancelledToast,
  },
  keep: { title: strings.keepTitle, confirm: strings.keepAbsence, toast: strings.staysToast },
} satisfies Record<Decision, object>;

interface DecisionDialogProps {
  readonly waiting: Waiting;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks before a request is decided. A rejection needs a reason. */
export function DecisionDialog({ waiting, decision, onClose }: DecisionDialogProps) {
  const { absence, plannedJobs } = waiting;
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const reload = useReload();
  const { title, confirm, toast } = texts[decision];
  const decide = useAction({
    mutationFn: () => send(absence.id, decision, text.trim()),
    onSuccess: () => {
      notifications.show({ color: "green", message: toast(absence.operativeName) });
      onClose();
    },
    // Also after an error: a colleague may have decided meanwhile.
    onSettled: reload,
  });
  const needsReason = decision === "reject";
  const isDecided = isConflict(decide.error);
  return (
    <ConfirmDialog
      title={title(absence.operativeName, strings.type[absence.type])}
      confirm={isDecided ? null : confirm}
      dismiss={strings.goBack}
      isPending={decide.isPending}
      onConfirm={() => {
        const isWithoutReason = needsReason && text.trim() === "";
        setIsMissing(isWithoutReason);
        if (!isWithoutReason) decide.mutate();
      }}
      onClose={onClose}
    >
      <Text>
        {formatDays(absence.days)}, {strings.days(absence.dayCount)}
      </Text>
      {decision === "approve" && plannedJobs > 0 && (
        <Text>
          {strings.jobs(plannedJobs)}. {strings.jobsStay}
        </Text>
      )}
      <Textarea
        label={needsReason ? strings.rejectReason : strings.commentToEngineer}
        description={strings.tellsEngineer}
        required={needsReason}
        autosize
        minRows={2}
        maxLength={maxText}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={isMissing && text.trim() === "" ? strings.reasonMissing : null}
        data-autofocus
      />
      {decide.error && <ErrorNotice error={decide.error} />}
    </ConfirmDialog>
  );
}

function send(id: string, decision: Decision, text: string) {
  const reviewerComment = text === "" ? null : text;
  if (decision === "approve")
    return request(decideAbsence, { params: { id }, body: { status: 2, reviewerComment } });
  if (decision === "reject")
    return request(decideAbsence, { params: { id }, body: { status: 3, rejectReason: text } });
  return request(decideAbsenceCancel, {
    params: { id },
    body: { cancelStatus: decision === "cancel" ? 2 : 3, reviewerComment },
  });
}
