import { NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { createJob, type PartOrderRow, setPartOrder } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { isConflict } from "../../server/send-request.ts";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ChangedSinceNotice } from "../../ui/changed-since-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatMoment } from "../../ui/dates.ts";
import {
  type Body,
  buildBody,
  changeOf,
  type Fields,
  isAsAsked,
  isLeftAtStore,
  listChanges,
  listPlaces,
  makeFields,
  mayChooseJob,
  type PartStep,
  type Place,
  placeKey,
  readOrderNumber,
  takeOver,
} from "./part-fields.ts";
import { describePlace } from "./describe-place.ts";
import { usePart, usePartPlaces, useReload } from "./queries.ts";
import { strings } from "./strings.ts";

interface PartDialogProps {
  /** The part as the list showed it when the dialog was opened. */
  readonly part: PartOrderRow;
  readonly step: PartStep;
  readonly onClose: () => void;
}

interface StepFieldsProps {
  readonly part: PartOrderRow;
  readonly fields: Fields;
  readonly change: (changes: Partial<Fields>) => void;
  readonly isChecked: boolean;
}

/**
 * Asks what a state needs, and tells the server. It stays open after an error, with what was typed. If somebody else changes
 * the part meanwhile, that is shown.
 */
export function PartDialog({ part: opened, step, onClose }: PartDialogProps) {
  const now = usePart(opened) ?? opened;
  const [seen, setSeen] = useState(opened);
  const changes = listChanges(seen, now);
  const part = changes.length === 0 ? now : seen;
  const [fields, setFields] = useState(() => makeFields(opened));
  const [isChecked, setIsChecked] = useState(false);
  const { data: recent } = usePartPlaces();
  const places = listPlaces(part, recent ?? []);
  const reload = useReload();
  const name = part.shortDescription;
  const changed = isLeftAtStore(opened) ? null : changeOf(opened, step);
  const title = changed === null ? strings.dialogTitle[step] : strings.changeTitle[changed];
  const save = useAction({
    mutationFn: (body: Body) =>
      request(setPartOrder, { params: { jobPartId: part.jobPartId }, body }),
    onSuccess: () => {
      notifications.show({ color: "green", message: strings.saved(name, strings.states[step]) });
      onClose();
    },
    // Also after an error: a colleague may have changed it meanwhile.
    onSettled: reload,
  });
  const wanted = buildBody(part, step, fields, places);
  // The server takes a request once more whose first answer was lost.
  const isDone = wanted !== null && isAsAsked(now, wanted) && !isConflict(save.error);
  const isChanged = changes.length > 0 && !isDone && !save.isSuccess;
  const mayGoOn = now.next.includes(step);
  const isPossible = step !== "ready" || part.openJobs.length > 0 || !mayChooseJob(part);
  const submit = () => {
    setIsChecked(true);
    if (wanted) save.mutate(wanted);
  };
  const stepFields = {
    part,
    fields,
    isChecked,
    change: (changes: Partial<Fields>) => setFields({ ...fields, ...changes }),
  };
  return (
    <ConfirmDialog
      title={title(name)}
      confirm={isPossible && (mayGoOn || !isChanged) ? strings.save : null}
      isPending={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {isChanged && (
        <ChangedSinceNotice
          title={strings.meanwhile}
          lines={changes}
          {...(mayGoOn && {
            goOn: strings.goOn,
            onGoOn: () => {
              setFields(takeOver(fields, seen, now));
              setSeen(now);
              save.reset();
            },
          })}
        >
          {!mayGoOn && <Text>{strings.notPossible(describeState(now))}</Text>}
        </ChangedSinceNotice>
      )}
      {step === "ordered" && <OrderFields {...stepFields} />}
      {step === "ready" && isPossible && <PlaceFields {...stepFields} places={places} />}
      {step === "ready" && !isPossible && <NoOpenJob part={part} />}
      {step === "not-needed" && (
        <Textarea
          label={strings.reason}
          description={strings.reasonNote}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={fields.reason}
          onChange={({ currentTarget }) => stepFields.change({ reason: currentTarget.value })}
          error={isChecked && fields.reason.trim() === "" && strings.reasonMissing}
          data-autofocus
        />
      )}
      {step === "to-order" && <Text>{strings.toOrderNote}</Text>}
      {save.error && !(isChanged && isConflict(save.error)) && <ErrorNotice error={save.error} />}
    </ConfirmDialog>
  );
}

function describeState({ state, qtyCollected }: PartOrderRow): string {
  return state === "ready" && qtyCollected > 0 ? strings.partlyCollected : strings.states[state];
}

function OrderFields({ fields, change, isChecked }: StepFieldsProps) {
  const { isRight } = readOrderNumber(fields.purchaseOrder);
  return (
    <>
      <TextInput
        label={strings.purchaseOrder}
        description={strings.purchaseOrderHint}
        inputMode="numeric"
        maxLength={20}
        value={fields.purchaseOrder}
        onChange={({ currentTarget }) => change({ purchaseOrder: currentTarget.value })}
        error={isChecked && !isRight && strings.purchaseOrderWrong}
        data-autofocus
      />
      <TextInput
        label={strings.supplierReference}
        maxLength={100}
        value={fields.supplierTicketNumber}
        onChange={({ currentTarget }) => change({ supplierTicketNumber: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={strings.expected}
        value={fields.expectedOn}
        onChange={({ currentTarget }) => change({ expectedOn: currentTarget.value })}
      />
    </>
  );
}

interface PlaceFieldsProps extends StepFieldsProps {
  readonly places: readonly Place[];
}

function PlaceFields({ part, fields, change, isChecked, places }: PlaceFieldsProps) {
  const engineerName = useOperativeName();
  return (
    <>
      {mayChooseJob(part) && (
        <NativeSelect
          label={strings.forJob}
          description={strings.forJobHint}
          value={fields.jobId}
          onChange={({ currentTarget }) => change({ jobId: currentTarget.value })}
          data={[
            { value: "", label: strings.chooseJob },
            ...part.openJobs.map((job) => ({
              value: job.jobId,
              label: `${job.formattedJobId}, ${job.detailTypeName}, ${formatMoment(job.appointmentDateTime)}, ${engineerName(job.fieldOperativeId)}`,
            })),
          ]}
          error={isChecked && fields.jobId === "" && strings.chooseJob}
        />
      )}
      <NativeSelect
        label={strings.knownPlace}
        value={fields.place}
        onChange={({ currentTarget }) => change({ place: currentTarget.value })}
        data={[
          ...places.map((place) => ({ value: placeKey(place), label: describePlace(place) })),
          { value: "", label: strings.newPlace },
        ]}
        data-autofocus
      />
      {fields.place === "" && (
        <>
          <TextInput
            label={strings.siteName}
            description={strings.siteNameHint}
            required
            maxLength={200}
            value={fields.siteName}
            onChange={({ currentTarget }) => change({ siteName: currentTarget.value })}
            error={isChecked && fields.siteName.trim() === "" && strings.siteNameMissing}
          />
          <TextInput
            label={strings.locationName}
            maxLength={200}
            value={fields.locationName}
            onChange={({ currentTarget }) => change({ locationName: currentTarget.value })}
          />
          <TextInput
            label={strings.addressLine1}
            maxLength={200}
            value={fields.addressLine1}
            onChange={({ currentTarget }) => change({ addressLine1: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

function NoOpenJob({ part }: { readonly part: PartOrderRow }) {
  const may = useMay();
  return (
    <>
      <Text>{strings.noOpenJob}</Text>
      {may(createJob) && (
        <ButtonLink to="/jobs/new" search={{ home: part.propertyId }} preload={false}>
          {strings.raise}
        </ButtonLink>
      )}
    </>
  );
}
