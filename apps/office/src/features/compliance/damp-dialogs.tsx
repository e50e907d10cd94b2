import { Checkbox, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { CallBody } from "@fieldfare/contract";
import type { DampCaseDetails } from "@fieldfare/contract/office";
import {
  closeDampCase,
  dampCloseReasons,
  recordDampEvent,
  reopenDampCase,
  takeBackDampEvent,
} from "@fieldfare/contract/office";
import { type DampOfficeEvent, dampOfficeEvents, earliestDampEvent } from "@fieldfare/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { parseLondonTime, writeLondonTime } from "../../ui/london-time.ts";
import { dampKey } from "./queries.ts";
import { strings } from "./strings.ts";

type CloseReason = (typeof dampCloseReasons)[number];

interface DialogProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

/** Reads all cases again after a change, also after one that failed: a colleague may have been faster. */
function useChange<Input = void>(
  work: (input: Input) => Promise<DampCaseDetails>,
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

interface RecordDialogProps extends DialogProps {
  readonly awareOn: DampCaseDetails["case"]["awareOn"];
  /** As now: the case is read again while the dialog is open. */
  readonly events: DampCaseDetails["events"];
}

/** Records what no job tells. If a colleague records the same meanwhile, that is shown. */
export function RecordDialog({ caseId, awareOn, events, onClose }: RecordDialogProps) {
  const [seen, setSeen] = useState(() => listIds(events));
  // The same id when it is sent again: the server records it once.
  const [eventId] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<DampOfficeEvent | null>(null);
  const [time, setTime] = useState(() => writeLondonTime(new Date().toISOString()));
  const [isChecked, setIsChecked] = useState(false);
  const happenedOn = parseLondonTime(time);
  // Later than now is known: clocks that are overdue would no longer be.
  const [isLaterMeant, setIsLaterMeant] = useState(false);
  const isLater =
    kind === "aware" &&
    awareOn !== null &&
    happenedOn !== null &&
    Date.parse(happenedOn) > Date.parse(awareOn);
  const isWrong =
    happenedOn === null ||
    Date.parse(happenedOn) > Date.now() ||
    Date.parse(happenedOn) < Date.parse(earliestDampEvent);
  const meanwhile = events.filter(
    (event) =>
      event.kind === kind &&
      event.takenBackOn === null &&
      event.eventId !== eventId &&
      !seen.includes(event.eventId),
  );
  const record = useChange(
    (body: CallBody<typeof recordDampEvent>) =>
      request(recordDampEvent, { params: { caseId }, body }),
    onClose,
    (details) =>
      details.events.some((event) => event.eventId === eventId && event.isIdle)
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
        if (kind !== null && happenedOn !== null && !isWrong && (!isLater || isLaterMeant))
          record.mutate({ eventId, kind, happenedOn, expected: { eventIds: [...seen] } });
      }}
      onClose={onClose}
    >
      {meanwhile.length > 0 && !record.isSuccess && (
        <ChangedSinceNotice
          title={strings.recordedMeanwhile}
          lines={meanwhile.map(describeEvent)}
          goOn={strings.recordAgain}
          onGoOn={() => {
            setSeen(listIds(events));
            record.reset();
          }}
        />
      )}
      <Text>{strings.recordNote}</Text>
      <NativeSelect
        label={strings.what}
        value={kind ?? ""}
        onChange={({ currentTarget: { value } }) =>
          setKind(dampOfficeEvents.find((known) => known === value) ?? null)
        }
        data={[
          { value: "", label: strings.chooseWhat },
          ...dampOfficeEvents.map((value) => ({ value, label: strings.eventKinds[value] })),
        ]}
        error={isChecked && kind === null && strings.chooseWhat}
        data-autofocus
      />
      <TextInput
        type="datetime-local"
        label={strings.when}
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        error={isChecked && isWrong ? strings.whenMissing : null}
      />
      {isLater && (
        <Checkbox
          label={strings.laterAware(formatMoment(awareOn))}
          checked={isLaterMeant}
          onChange={({ currentTarget }) => setIsLaterMeant(currentTarget.checked)}
          error={isChecked && !isLaterMeant && strings.confirmLaterAware}
        />
      )}
      {record.error && !(meanwhile.length > 0 && isConflict(record.error)) && (
        <ErrorNotice error={record.error} />
      )}
    </ConfirmDialog>
  );
}

const listIds = (events: DampCaseDetails["events"]) => events.map(({ eventId }) => eventId);

function describeEvent({ kind, happenedOn, recordedBy }: DampCaseDetails["events"][number]) {
  return strings.recordedBy(strings.eventKinds[kind], formatMoment(happenedOn), recordedBy);
}

/** Closes the case as done, or because there was no damp and mould. */
export function CloseDialog({
  caseId,
  mayClose,
  mayBeNoCase,
  onClose,
}: DialogProps & Pick<DampCaseDetails, "mayClose" | "mayBeNoCase">) {
  const [reason, setReason] = useState<CloseReason | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const may: Readonly<Record<CloseReason, boolean>> = { done: mayClose, "no-case": mayBeNoCase };
  const mayAny = mayClose || mayBeNoCase;
  const close = useChange(
    (body: CallBody<typeof closeDampCase>) => request(closeDampCase, { params: { caseId }, body }),
    onClose,
    strings.closedToast,
  );
  return (
    <ConfirmDialog
      title={strings.closeTitle}
      confirm={mayAny ? strings.closeCase : null}
      isPending={close.isPending}
      onConfirm={() => {
        setIsChecked(true);
        if (reason !== null) close.mutate({ reason });
      }}
      onClose={onClose}
    >
      {!mayClose && <Text>{strings.mayNotClose}</Text>}
      {!mayBeNoCase && <Text>{strings.isCase}</Text>}
      <Radio.Group
        label={strings.closeReason}
        value={reason ?? ""}
        onChange={(value) => setReason(dampCloseReasons.find((known) => known === value) ?? null)}
        error={isChecked && reason === null && strings.chooseReason}
      >
        <Stack gap="xs" mt="xs">
          {dampCloseReasons.map((value) => (
            <Radio
              key={value}
              value={value}
              label={strings.closedReasons[value]}
              disabled={!may[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {close.error && <ErrorNotice error={close.error} />}
    </ConfirmDialog>
  );
}

/** Opens a case again that was closed by mistake. */
export function ReopenDialog({ caseId, onClose }: DialogProps) {
  const reopen = useChange(
    () => request(reopenDampCase, { params: { caseId } }),
    onClose,
    strings.reopenedToast,
  );
  return (
    <ConfirmDialog
      title={strings.reopenTitle}
      confirm={strings.reopen}
      isPending={reopen.isPending}
      onConfirm={() => reopen.mutate()}
      onClose={onClose}
    >
      <Text>{strings.reopenNote}</Text>
      {reopen.error && <ErrorNotice error={reopen.error} />}
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
