import { Checkbox, List, NativeSelect, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { cancelJob } from "@fieldfare/contract/office";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { focusFirstError } from "../../ui/focus-first-error.ts";
import { cancelOutcomes, describeRequest, hasOpenRequest } from "./cancellation.ts";
import { EndedNotice, isEnded } from "./ended-notice.tsx";
import { MovedNotice, useEngineerSeen } from "./moved-notice.tsx";
import { type FieldJob, readExpected, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.cancel;

interface CancelDialogProps {
  readonly field: FieldJob;
  readonly onClose: () => void;
}

/**
 * Cancels a job with an outcome and a reason. What it means for an engineer who has the job is said before, and which request of
 * a colleague it replaces.
 */
export function CancelDialog({ field, onClose }: CancelDialogProps) {
  const { job } = field;
  const openRequest = hasOpenRequest(field) ? field.cancellation : null;
  const [outcomeId, setOutcomeId] = useState(openRequest?.outcomeId ?? 8);
  const [reason, setReason] = useState(openRequest?.reason ?? "");
  /** When the request was made that the user has read and replaces. */
  const [replaces, setReplaces] = useState<string | null>(null);
  const [force, setForce] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const engineerName = useOperativeName();
  const reload = useReload();
  const cancel = useAction({
    mutationFn: () =>
      request(cancelJob, {
        params: { jobId: job.jobId },
        body: {
          outcomeId,
          reason: reason.trim(),
          force,
          // As the dialog shows it now: after a refusal it is loaded again.
          expected: { ...readExpected(field), fieldOperativeId: seen },
          ...(replaces !== null && { replaces }),
        },
      }),
    onSuccess: ({ cancelledOn }) => {
      notifications.show({
        color: "green",
        message: cancelledOn === null ? words.requested(name) : words.done,
      });
      onClose();
    },
    onSettled: reload,
  });
  const { seen, hasMoved, accept } = useEngineerSeen(field, cancel.isPending);
  const name = engineerName(seen);
  const hasEnded = isEnded(field) && !cancel.isPending;
  const isUnread =
    openRequest !== null && openRequest.requestedOn !== replaces && !cancel.isPending;
  return (
    <ConfirmDialog
      title={words.title}
      confirm={hasEnded || hasMoved || isUnread ? null : words.confirm}
      dismiss={words.dismiss}
      isDestructive
      isPending={cancel.isPending}
      onConfirm={() => {
        setIsChecked(true);
        focusFirstError(document.querySelector("[role=dialog]"));
        if (reason.trim() !== "") cancel.mutate();
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={words.outcome}
        value={outcomeId}
        onChange={({ currentTarget: { value } }) =>
          setOutcomeId(
            cancelOutcomes.find((each) => String(each.outcomeId) === value)?.outcomeId ?? 8,
          )
        }
        data={cancelOutcomes.map((each) => ({ value: String(each.outcomeId), label: each.name }))}
        data-autofocus
      />
      <Textarea
        label={words.reason}
        description={words.reasonNote}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={isChecked && reason.trim() === "" && strings.fillIn}
      />
      {hasEnded || hasMoved ? null : seen === null ? (
        <Text>{words.nobodyHasIt}</Text>
      ) : (
        <>
          <List>
            <List.Item>{words.notOnPhone(name)}</List.Item>
            {force ? (
              <List.Item>{words.forced(name)}</List.Item>
            ) : (
              words.asked(name).map((text) => <List.Item key={text}>{text}</List.Item>)
            )}
          </List>
          <Checkbox
            label={words.force(name)}
            checked={force}
            onChange={({ currentTarget }) => setForce(currentTarget.checked)}
          />
        </>
      )}
      {!hasEnded && <Text>{words.final}</Text>}
      {hasMoved && (
        <MovedNotice field={field} goOn={() => strings.movedSince.cancel} onGoOn={accept} />
      )}
      {isUnread && !hasMoved && (
        <ChangedSinceNotice
          title={words.alreadyRequested}
          lines={[describeRequest(field, engineerName)?.text ?? ""]}
          goOn={words.replace}
          onGoOn={() => setReplaces(openRequest.requestedOn)}
        />
      )}
      {hasEnded && <EndedNotice field={field} hasText />}
      {cancel.error && !hasEnded && !hasMoved && !isUnread && <ErrorNotice error={cancel.error} />}
    </ConfirmDialog>
  );
}
