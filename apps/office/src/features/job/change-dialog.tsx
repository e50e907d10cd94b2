import { NativeSelect, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { JobAttachment } from "@fieldfare/contract";
import { assignJob, changeJob } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { useClients } from "../../server/clients.ts";
import { textLimits } from "../../server/job-texts.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { isWorkValid } from "../../server/ordered-work/work.ts";
import { OrderedParts, PlannedWork } from "../../server/ordered-work/work-fields.tsx";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { isNameless, listNeeds } from "../../server/visit-needs/needs.ts";
import { needNames } from "../../server/visit-needs/strings.ts";
import { VisitNeedsFields } from "../../server/visit-needs/visit-needs-fields.tsx";
import { useAction } from "../../server/use-action.ts";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { AppointmentField, findTimeProblem } from "../../ui/appointment-field.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { parseLondonTime } from "../../ui/london-time.ts";
import { focusFirstError } from "../../ui/focus-first-error.ts";
import { isTooLong, LongText } from "../../ui/long-text.tsx";
import {
  addSent,
  type AllDetails,
  type DetailName,
  type Fields,
  listChanges,
  makeFields,
  readDetails,
  takeOver,
  toDetails,
} from "./changes.ts";
import { describeRequest, hasOpenRequest } from "./cancellation.ts";
import { EndedNotice, isEnded } from "./ended-notice.tsx";
import { type FieldJob, findCancellationRequest, useReload } from "./queries.ts";
import { strings } from "./strings.ts";
import { describeLateAppointment } from "./targets.ts";

const words = strings.change;

interface ChangeDialogProps {
  /** The job as it is now: it is loaded again while the dialog is open. */
  readonly field: FieldJob;
  readonly onClose: () => void;
}

/** Changes what a job says. If somebody else changes it meanwhile, both are shown and nothing typed is lost. */
export function ChangeDialog({ field, onClose }: ChangeDialogProps) {
  const { job, fieldOperativeId } = field;
  const now = readDetails(field);
  const [seen, setSeen] = useState(now);
  const [fields, setFields] = useState(() => makeFields(now));
  const [opened] = useState(field);
  const [isChecked, setIsChecked] = useState(false);
  /** When the request to cancel the job was made that the user has read. */
  const [readRequest, setReadRequest] = useState<string | null>(null);
  const [uploaded, setUploaded] = useState<readonly JobAttachment[]>([]);
  const [openedFields] = useState(() => [
    ...(now.plannedSors.length > 0 ? ["plannedSors"] : []),
    ...(now.parts.length > 0 ? ["parts"] : []),
    ...listNeeds(now),
  ]);
  const engineerName = useOperativeName();
  const reload = useReload();
  const may = useMay();
  const { data: clients } = useClients();
  const save = useAction({
    mutationFn: async (details: AllDetails) => {
      await request(changeJob, {
        params: { jobId: job.jobId },
        body: {
          // As the dialog shows it now: what is not read yet leaves no button to save.
          expected: {
            ...known,
            cancellationRequestedOn: findCancellationRequest(field),
            // A request that came after that is read in the refusal.
            removalRequestedOn: (isStale ? field : opened).removalRequest?.requestedOn ?? null,
          },
          details,
        },
      });
      // Who opens the dialog again at once changes the job as it is now.
      await reload();
    },
    onSuccess: () => {
      notifications.show({
        color: "green",
        message:
          fieldOperativeId === null ? words.saved : words.savedFor(engineerName(fieldOperativeId)),
      });
      onClose();
    },
    onError: reload,
  });
  const change = (changes: Partial<Fields>) => setFields({ ...fields, ...changes });
  const known = addSent(seen, save.variables, now);
  const wanted = toDetails(fields, seen);
  const appointment = {
    time: fields.time,
    original: makeFields(seen).time,
    confirmed: fields.confirmedTime,
  };
  const meanwhile = listChanges(known, now);
  const recorded = new Map(job.parts.map((part) => [part.jobPartId, part]));
  const isStale = isConflict(save.error);
  const hasEnded = isEnded(field) && !save.isPending;
  const cancellation = hasOpenRequest(field) ? field.cancellation : null;
  const isUnread =
    cancellation !== null && cancellation.requestedOn !== readRequest && !save.isPending;
  const isComplete =
    !isTooLong(fields.taskDetails, textLimits.taskDetails) &&
    !isTooLong(fields.accessNotes, textLimits.accessNotes) &&
    isWorkValid(fields.sors, fields.parts, recorded) &&
    !fields.needs.visitContacts.some(isNameless);
  const submit = () => {
    setIsChecked(true);
    focusFirstError(document.querySelector("[role=dialog]"));
    if (wanted !== null && findTimeProblem(appointment) === null && isComplete) save.mutate(wanted);
  };
  const priorities = new Set([
    ...(clients ?? []).flatMap((client) => client.priorities.map(({ name }) => name)),
    ...(fields.jobPriority === "" ? [] : [fields.jobPriority]),
  ]);
  return (
    <ConfirmDialog
      title={words.title}
      confirm={hasEnded || isUnread ? null : words.save}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {hasEnded && <EndedNotice field={field} hasText />}
      {isUnread && !hasEnded && (
        <ChangedSinceNotice
          title={strings.cancel.alreadyRequested}
          lines={[
            describeRequest(field, engineerName)?.text ?? "",
            ...(fieldOperativeId === null
              ? []
              : [words.withRequest(engineerName(fieldOperativeId))]),
          ]}
          goOn={words.allTheSame}
          onGoOn={() => {
            setReadRequest(cancellation.requestedOn);
            save.reset();
          }}
        />
      )}
      {meanwhile.length > 0 && !hasEnded && (
        <ChangedSinceNotice
          title={words.meanwhile}
          lines={meanwhile.map((name) => describeNow(name, now))}
          goOn={words.goOn}
          onGoOn={() => {
            setFields(takeOver(fields, seen, now));
            setSeen(now);
            save.reset();
          }}
        />
      )}
      {may(assignJob) && (
        <AppointmentField
          label={words.time}
          value={appointment}
          onChange={({ time, confirmed }) => change({ time, confirmedTime: confirmed })}
          isChecked={isChecked}
          note={
            // The dates of another priority are not known before it is saved.
            fields.jobPriority === (job.description.jobPriority ?? "")
              ? describeLateAppointment(field.targets, parseLondonTime(fields.time))
              : null
          }
        />
      )}
      <TextInput
        label={words.names.clientPreferredTimeName}
        description={words.preferredHint}
        maxLength={100}
        value={fields.clientPreferredTimeName}
        onChange={({ currentTarget }) => change({ clientPreferredTimeName: currentTarget.value })}
      />
      <NativeSelect
        label={words.names.jobPriority}
        value={fields.jobPriority}
        onChange={({ currentTarget }) => change({ jobPriority: currentTarget.value })}
        data={[{ value: "", label: words.noPriority }, ...priorities]}
      />
      <LongText
        label={words.names.taskDetails}
        minRows={3}
        maxRows={10}
        limit={textLimits.taskDetails}
        value={fields.taskDetails}
        onChange={({ currentTarget }) => change({ taskDetails: currentTarget.value })}
      />
      <LongText
        label={words.names.accessNotes}
        minRows={2}
        maxRows={6}
        limit={textLimits.accessNotes}
        value={fields.accessNotes}
        onChange={({ currentTarget }) => change({ accessNotes: currentTarget.value })}
      />
      <VisitNeedsFields
        needs={fields.needs}
        onChange={(needs) => change({ needs })}
        files={[...(job.attachments ?? []), ...uploaded]}
        onUploaded={(file) => setUploaded((known) => [...known, file])}
        isChecked={isChecked}
        opened={openedFields}
      >
        <PlannedWork
          sors={fields.sors}
          onChange={(sors) => change({ sors })}
          isChecked={isChecked}
        />
        <OrderedParts
          parts={fields.parts}
          onChange={(parts) => change({ parts })}
          isChecked={isChecked}
          recorded={recorded}
        />
      </VisitNeedsFields>
      {fieldOperativeId !== null && (
        <p>
          {words.told(engineerName(fieldOperativeId))}
          {job.status !== "New" && ` ${words.begun}`}
        </p>
      )}
      {isChecked && !isComplete && (
        <Text c="var(--mantine-color-error)" role="alert">
          {words.incomplete}
        </Text>
      )}
      {save.error && !hasEnded && !isUnread && !(isStale && meanwhile.length > 0) && (
        <ErrorNotice error={save.error} />
      )}
    </ConfirmDialog>
  );
}

function describeNow(name: DetailName, details: AllDetails): string {
  // Lists are shown below as they are now, once the user goes on with them.
  if (isList(name)) return words.needChanged(needNames[name]);
  const value = details[name];
  const text = value === null || value === "" ? words.nothing : value;
  return words.isNow(
    words.names[name],
    name === "appointmentDateTime" ? formatMoment(details.appointmentDateTime) : text,
  );
}

function isList(name: DetailName): name is keyof typeof needNames {
  return name in needNames;
}
