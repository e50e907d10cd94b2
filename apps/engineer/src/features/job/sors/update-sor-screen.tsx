import { type JobRow, removeSor, updateSor } from "@fieldfare/device";
import { cutQuantity, mayRemoveSor, quantityUsedFault } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { formatNumber } from "../../../ui/language.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import { type Draft, useDraft } from "../drafts.ts";
import { useAddressPart, useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { words } from "./words.ts";

const list = "/jobs/selected/sors";

type PlannedSor = JobRow["plannedSors"][number];

interface Answers {
  /** As typed. */
  readonly quantity: string;
}

/** How much of a SOR has been used. */
export function UpdateSorScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const sorCodeId = useAddressPart("sorCodeId");
  const sor = job.plannedSors.find((planned) => String(planned.sorCodeId) === sorCodeId);
  const expectRemoval = useLeaveIfMissing(isAllowed && sor === undefined, list);
  if (isAllowed && sor) return <WithDraft job={job} sor={sor} expectRemoval={expectRemoval} />;
  return <Loading />;
}

interface OfSor extends JobScreen {
  readonly sor: PlannedSor;
  readonly expectRemoval: () => void;
}

function WithDraft(props: OfSor) {
  const { job, sor } = props;
  const original = answersOf(sor);
  const draft = useDraft<Answers>(job.jobId, `sor:${sor.sorCodeId}`, (kept) =>
    kept.has("quantity") ? { quantity: kept.text("quantity") } : original,
  );
  if (!draft.initial) return <Loading />;
  return <UpdateSorForm {...props} draft={draft} initial={draft.initial} original={original} />;
}

function UpdateSorForm(
  props: OfSor & { draft: Draft<Answers>; initial: Answers; original: Answers },
) {
  const { job, sor, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const refusals = { ...jobWords().refusals, ...spoken.refusals };
  const form = useForm<Answers>({
    initial,
    check: ({ quantity }) => {
      const fault = quantityUsedFault(quantity);
      return fault ? { quantity: spoken.quantityFaults[fault] } : {};
    },
    onChange: draft.keep,
    onSubmit: async ({ quantity }) => {
      await draft.settle();
      const updated = await updateSor(device, job.jobId, sor.sorCodeId, quantity);
      if (!updated.ok) return speakRefusal(updated.refusal, refusals);
      showToast({ text: spoken.updated, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  const remove = async () => {
    const isWanted = await confirm({
      title: spoken.removeQuestion,
      text: sor.shortDescription,
      confirm: spoken.remove,
      cancel: spoken.keep,
      danger: true,
    });
    if (!isWanted) return;
    await draft.settle();
    props.expectRemoval();
    const removed = await removeSor(device, job.jobId, sor.sorCodeId);
    if (!removed.ok) return speakRefusal(removed.refusal, refusals);
    showToast({ text: spoken.removed, kind: "good" });
    await navigate({ to: list, replace: true });
  };
  return (
    <Page
      title={spoken.updateTitle}
      back={list}
      secondary={
        <DiscardButton
          jobId={job.jobId}
          kind={`sor:${sor.sorCodeId}`}
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
      <Card>
        <Facts
          facts={[
            [spoken.description, sor.shortDescription],
            [spoken.codeLabel, sor.sorCode],
            [spoken.quantityLabel, formatNumber(sor.qty, 2)],
          ]}
        />
      </Card>
      <Card>
        <Form form={form}>
          <TextField
            label={spoken.quantityUsed}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
      {mayRemoveSor(job.plannedSors) ? (
        <Button kind="danger" icon="trash" onClick={() => void remove()}>
          {spoken.remove}
        </Button>
      ) : (
        <p>{spoken.last}</p>
      )}
    </Page>
  );
}

function Loading() {
  return (
    <Page title={words().updateTitle} back={list}>
      <Skeleton cards={2} />
    </Page>
  );
}

function answersOf(sor: PlannedSor): Answers {
  return { quantity: String(sor.qtyUsed) };
}
