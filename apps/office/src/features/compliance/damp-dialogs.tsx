import { NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { DampCaseDetails } from "@fieldfare/contract/office";
import {
  closeDampCase,
  dampCloseReasons,
  recordDampEvent,
  takeBackDampEvent,
} from "@fieldfare/contract/office";
import { dampOfficeEvents, earliestDampEvent } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import { dampKey } from "./queries.ts";
import { strings } from "./strings.ts";

interface DialogProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

/** Reads all cases again after a change, also after one that failed: a colleague may have been faster. */
function useChange(
  work: () => Promise<DampCaseDetails>,
  onClose: () => void,
  toast: string | ((details: DampCaseDetails) => string),
) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: work,
    onSuccess: (details) => {
      const message = typeof toast === "string" ? toast : toast(details);
      notifications.show({ color: "green", message });
      onClose();
    },
    onSettled: () => {
      // The board of today names cases that need work.
      void queries.invalidateQueries({ queryKey: ["board"] });
      return queries.invalidateQueries({ queryKey: dampKey });
    },
  });
}

const firstKind = "summary";

/** Records what no job tells. */
export function RecordDialog({ caseId, onClose }: DialogProps) {
  // The same id when it is sent again: the server records it once.
  const [eventId] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<(typeof dampOfficeEvents)[number]>(firstKind);
  const [time, setTime] = useState(() => writeLondonTime(new Date().toISOString()));
  const [isChecked, setIsChecked] = useState(false);
  const happenedOn = parseLondonTime(time);
  const isWrong =
    happenedOn === null ||
    Date.parse(happenedOn) > Date.now() ||
    Date.parse(happenedOn) < Date.parse(earliestDampEvent);
  const record = useChange(
    () =>
      request(recordDampEvent, {
        params: { caseId },
        body: { eventId, kind, happenedOn: happenedOn ?? "" },
      }),
    onClose,
    ({ events }) =>
      events.some((event) => event.eventId === eventId && event.isIdle)
        ? strings.recordedIdle
        : strings.recorded,
  );
  return (
    <ConfirmDialog
      title={strings.record}
      confirm={strings.record}
      isPending={record.isPending}
      onConfirm={() => {
        setIsChecked(true);
        if (!isWrong) record.mutate();
      }}
      onClose={onClose}
    >
      <Text>{strings.recordNote}</Text>
      <NativeSelect
        label={strings.what}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          setKind(dampOfficeEvents.find((known) => known === value) ?? firstKind)
        }
        data={dampOfficeEvents.map((value) => ({ value, label: strings.eventKinds[value] }))}
        data-autofocus
      />
      <TextInput
        type="datetime-local"
        label={strings.when}
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        error={isChecked && isWrong ? strings.whenMissing : null}
      />
      {record.error && <ErrorNotice error={record.error} />}
    </ConfirmDialog>
  );
}

/** Closes the case as done, or because there was no damp and mould. */
export function CloseDialog({
  caseId,
  mayClose,
  onClose,
}: DialogProps & { readonly mayClose: boolean }) {
  const [reason, setReason] = useState<(typeof dampCloseReasons)[number]>(
    mayClose ? "done" : "no-case",
  );
  const close = useChange(
    () => request(closeDampCase, { params: { caseId }, body: { reason } }),
    onClose,
    strings.closedToast,
  );
  return (
    <ConfirmDialog
      title={strings.closeTitle}
      confirm={strings.closeCase}
      isPending={close.isPending}
      onConfirm={() => close.mutate()}
      onClose={onClose}
    >
      {!mayClose && <Text>{strings.mayNotClose}</Text>}
      <Radio.Group
        label={strings.closeReason}
        value={reason}
        onChange={(value) => setReason(dampCloseReasons.find((known) => known === value) ?? reason)}
      >
        <Stack gap="xs" mt="xs">
          {dampCloseReasons.map((value) => (
            <Radio
              key={value}
              value={value}
              label={strings.closedReasons[value]}
              disabled={value === "done" && !mayClose}
            />
          ))}
        </Stack>
      </Radio.Group>
      {close.error && <ErrorNotice error={close.error} />}
    </ConfirmDialog>
  );
}

/** Takes back what the office recorded by mistake. */
export function TakeBackDialog({
  caseId,
  event,
  onClose,
}: DialogProps & { readonly event: DampCaseDetails["events"][number] }) {
  const takeBack = useChange(
    () => request(takeBackDampEvent, { params: { caseId, eventId: event.eventId } }),
    onClose,
    strings.takenBack(formatMoment(new Date().toISOString())),
  );
  return (
    <ConfirmDialog
      title={strings.takeBackTitle}
      confirm={strings.takeBack}
      isPending={takeBack.isPending}
      onConfirm={() => takeBack.mutate()}
      onClose={onClose}
    >
      <Text>{`${strings.eventKinds[event.kind]}, ${formatMoment(event.happenedOn)}`}</Text>
      <Text>{strings.takeBackNote}</Text>
      {takeBack.error && <ErrorNotice error={takeBack.error} />}
    </ConfirmDialog>
  );
}
