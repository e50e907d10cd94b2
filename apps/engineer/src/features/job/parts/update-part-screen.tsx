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
import { useDevice, useLive } from "../../../device/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { type Draft, useDraft } from "../../../device/drafts.ts";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { useUnits } from "./units.ts";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
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
  const spoken = words();
  const entry: Entry<PartUpdate> = {
    job,
    kind: `part:${part.jobPartId}`,
    draft,
    initial,
    original: props.original,
    check: (update) =>
      partUpdateFaults(update).quantity ? { quantity: spoken.quantityUpdateFault } : {},
    save: (device, update) => updatePart(device, job.jobId, part.jobPartId, update),
    list,
    title: spoken.updateTitle,
    submit: spoken.update,
    saving: spoken.updating,
    done: spoken.updated,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <PartFacts part={part} />
      <Card>
        <Form form={form}>
          <TextField label={quantityLabel(part)} inputMode="numeric" {...form.field("quantity")} />
          <ResultingStatus part={part} quantity={form.values.quantity} />
          {offersVanStock(part) && <Switch label={spoken.vanStock} {...form.field("isVanStock")} />}
        </Form>
      </Card>
      {mayRemovePart(part) && (
        <RemoveButton
          name={part.shortDescription}
          draft={draft}
          remove={(device) => removePart(device, job.jobId, part.jobPartId)}
          expectRemoval={props.expectRemoval}
          list={list}
          spoken={spoken}
        />
      )}
    </RecordPage>
  );
}

function PartFacts({ part }: { part: JobPart }) {
  const spoken = words();
  const unit = useUnits().get(part.partUnitTypeId);
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  return (
    <Card title={partGroup(part)}>
      <Facts
        facts={[
          [spoken.description, part.shortDescription],
          ...(codes === "" ? [] : [[spoken.code, codes] as const]),
          ...(unit === undefined ? [] : [[spoken.unit, unit] as const]),
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
