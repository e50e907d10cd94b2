import { type JobPart, readPart, removePart, updatePart } from "@fieldfare/device";
import {
  mayRemovePart,
  offersVanStock,
  parseUpdatedQuantity,
  partGroup,
  type PartUpdate,
  partUpdateFaults,
  quantityLabel,
  quantityOf,
  withQuantity,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
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

const list = "/jobs/selected/parts";

/** How much of a part was used, or has to be ordered. */
export function UpdatePartScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const device = useDevice();
  const jobPartId = useAddressPart("jobPartId");
  const part = useLive(
    async () => (await readPart(device, job.jobId, jobPartId)) ?? null,
    [device, job.jobId, jobPartId],
  );
  const expectRemoval = useLeaveIfMissing(isAllowed && part === null, list);
  if (isAllowed && part) return <WithDraft job={job} part={part} expectRemoval={expectRemoval} />;
  return <Loading />;
}

interface OfPart extends JobScreen {
  readonly part: JobPart;
  readonly expectRemoval: () => void;
}

function WithDraft(props: OfPart) {
  const { job, part } = props;
  const original = answersOf(part);
  const draft = useDraft<PartUpdate>(job.jobId, `part:${part.jobPartId}`, (kept) =>
    kept.has("quantity")
      ? { quantity: kept.text("quantity"), isVanStock: kept.flag("isVanStock") }
      : original,
  );
  if (!draft.initial) return <Loading />;
  return <UpdatePartForm {...props} draft={draft} initial={draft.initial} original={original} />;
}

function UpdatePartForm(
  props: OfPart & { draft: Draft<PartUpdate>; initial: PartUpdate; original: PartUpdate },
) {
  const { job, part, draft, initial } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words();
  const refusals = { ...jobWords().refusals, ...spoken.refusals };
  const form = useForm<PartUpdate>({
    initial,
    check: (update) =>
      partUpdateFaults(update).quantity ? { quantity: spoken.quantityUpdateFault } : {},
    onChange: draft.keep,
    onSubmit: async (update) => {
      await draft.settle();
      const updated = await updatePart(device, job.jobId, part.jobPartId, update);
      if (!updated.ok) return speakRefusal(updated.refusal, refusals);
      showToast({ text: spoken.updated, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
  const remove = async () => {
    const isWanted = await confirm({
      title: spoken.removeQuestion,
      text: part.shortDescription,
      confirm: spoken.remove,
      cancel: spoken.keep,
      danger: true,
    });
    if (!isWanted) return;
    await draft.settle();
    props.expectRemoval();
    const removed = await removePart(device, job.jobId, part.jobPartId);
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
          kind={`part:${part.jobPartId}`}
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
      <PartFacts part={part} />
      <Card>
        <Form form={form}>
          <TextField label={quantityLabel(part)} inputMode="numeric" {...form.field("quantity")} />
          <ResultingStatus part={part} quantity={form.values.quantity} />
          {offersVanStock(part) && <Switch label={spoken.vanStock} {...form.field("isVanStock")} />}
        </Form>
      </Card>
      {mayRemovePart(part) && (
        <Button kind="danger" icon="trash" onClick={() => void remove()}>
          {spoken.remove}
        </Button>
      )}
    </Page>
  );
}

function PartFacts({ part }: { part: JobPart }) {
  const spoken = words();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  return (
    <Card title={partGroup(part)}>
      <Facts
        facts={[
          [spoken.description, part.shortDescription],
          ...(codes === "" ? [] : [[spoken.code, codes] as const]),
          ...(partGroup(part) === "Preordered"
            ? [[spoken.orderedLabel, String(part.qty)] as const]
            : []),
          ...(part.comments ? [[spoken.commentsLabel, part.comments] as const] : []),
        ]}
      />
    </Card>
  );
}

/** What the quantity that is typed makes of the part. */
function ResultingStatus({ part, quantity }: { part: JobPart; quantity: string }) {
  const spoken = words();
  const typed = parseUpdatedQuantity(quantity);
  const status = typed.ok ? withQuantity(part, typed.value).usageStatus : null;
  return <p role="status">{status && spoken.status(spoken.usageStatuses[status])}</p>;
}

function Loading() {
  return (
    <Page title={words().updateTitle} back={list}>
      <Skeleton cards={2} />
    </Page>
  );
}

function answersOf(part: JobPart): PartUpdate {
  return { quantity: String(quantityOf(part)), isVanStock: part.isVanStock };
}
