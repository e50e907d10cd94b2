import {
  type MileageAround,
  readMileageRecord,
  updateMileage,
  recordingTime,
} from "@fieldfare/device";
import {
  correctionFault,
  cutMileage,
  isMileageEditable,
  mileageUpdateFaults,
  parseMileage,
} from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useDevice, useLive, useSession } from "../../device/device.tsx";
import { DiscardButton } from "../../device/discard-button.tsx";
import { type Draft, useDraft } from "../../device/drafts.ts";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { EntryFacts } from "./entry-facts.tsx";
import { isMileageMeant } from "./implausible.ts";
import { words } from "./words.ts";

const list = "/mileage";

interface Answers {
  readonly currentMileage: string;
  /** Asked for once the day of the entry is over. */
  readonly reason: string;
}

export function EditMileageScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const search: { readonly id?: unknown } = useSearch({ strict: false });
  const id = typeof search.id === "string" ? search.id : "";
  const around = useLive(async () => (await readMileageRecord(device, id)) ?? null, [device, id]);
  const isMissing = around === null;
  useEffect(() => {
    // Removed here, elsewhere, or never there.
    if (isMissing) void navigate({ to: list, replace: true });
  }, [isMissing, navigate]);
  if (around) return <WithDraft key={id} around={around} />;
  return <Loading />;
}

function WithDraft({ around }: { around: MileageAround }) {
  const { user } = useSession();
  const ownerId = user?.id ?? "";
  const original: Answers = {
    currentMileage: String(around.record.currentMileage),
    reason: "",
  };
  const draft = useDraft<Answers>(
    ownerId,
    `mileage:${around.record.clientFieldOperativeMileageId}`,
    (kept) =>
      kept.has("currentMileage")
        ? {
            currentMileage: cutMileage(kept.text("currentMileage")),
            reason: kept.text("reason"),
          }
        : original,
  );
  if (!draft.initial) return <Loading />;
  return <EditForm {...{ around, ownerId, original, draft }} initial={draft.initial} />;
}

function EditForm(props: {
  around: MileageAround;
  ownerId: string;
  original: Answers;
  draft: Draft<Answers>;
  initial: Answers;
}) {
  const { draft } = props;
  const { record, previous, following } = props.around;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const id = record.clientFieldOperativeMileageId;
  const form = useForm<Answers>({
    initial: props.initial,
    check: ({ currentMileage, reason }) => {
      const fault = mileageUpdateFaults(currentMileage, record, props.around).currentMileage;
      const missing = correctionFault(record, reason, recordingTime(device));
      return {
        ...(fault && { currentMileage: spoken.faults[fault] }),
        ...(missing && { reason: spoken.correctionFaults[missing] }),
      };
    },
    onChange: draft.keep,
    onSubmit: async ({ currentMileage, reason }) => {
      const before = previous?.registration === record.registration ? previous : null;
      const miles = parseMileage(currentMileage) ?? 0;
      if (!(await isMileageMeant(miles, record.dateRecorded, before))) return;
      await draft.settle();
      const updated = await updateMileage(device, id, currentMileage, reason);
      if (!updated.ok) return speakRefusal(updated.refusal, spoken.refusals);
      showToast({ text: spoken.updated, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  return (
    <Page
      title={spoken.updateTitle}
      back={list}
      secondary={
        <DiscardButton
          jobId={props.ownerId}
          kind={`mileage:${id}`}
          draft={draft}
          values={form.values}
          original={props.original}
          to={list}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.updating}>
          {spoken.update}
        </Button>
      }
    >
      {previous && <EntryFacts title={spoken.previous} entry={previous} />}
      <Card title={record.registration || spoken.noRegistration}>
        <Facts facts={[[spoken.dateRecorded, formatDateTime(record.dateRecorded)]]} />
        <Form form={form}>
          <TextField
            label={spoken.currentMileage}
            inputMode="numeric"
            {...form.field("currentMileage")}
            onChange={(typed) => form.set("currentMileage", cutMileage(typed))}
          />
          {!isMileageEditable(record, recordingTime(device)) && (
            <TextArea
              label={spoken.reason}
              hint={spoken.correctHint}
              isShort
              {...form.field("reason")}
            />
          )}
        </Form>
      </Card>
      {following && <EntryFacts title={spoken.following} entry={following} />}
    </Page>
  );
}

function Loading() {
  return (
    <Page title={words().updateTitle} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
