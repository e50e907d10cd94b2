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
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { useRecord } from "../record.ts";
import { type Begun, EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useUnits } from "./units.ts";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/parts";

/** How much of a part was used, or has to be ordered. */
export function UpdatePartScreen({ job }: JobScreen) {
  const { record: part, expectRemoval } = useRecord(job, "jobPartId", readPart, list);
  const title = words().updateTitle;
  if (!part) return <EntryLoading title={title} list={list} />;
  return (
    <RecordEntry
      job={job}
      kind={`part:${part.jobPartId}`}
      title={title}
      list={list}
      original={answersOf(part)}
      parse={parseAnswers}
    >
      {(begun) => <UpdatePartForm begun={begun} part={part} expectRemoval={expectRemoval} />}
    </RecordEntry>
  );
}

function UpdatePartForm(props: {
  begun: Begun<PartUpdate>;
  part: JobPart;
  expectRemoval: () => void;
}) {
  const { begun, part } = props;
  const { job, draft } = begun;
  const spoken = words();
  const entry: Entry<PartUpdate> = {
    ...begun,
    check: (update) =>
      partUpdateFaults(update).quantity ? { quantity: spoken.quantityUpdateFault } : {},
    save: (device, update) => updatePart(device, job.jobId, part.jobPartId, update),
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

function answersOf(part: JobPart): PartUpdate {
  return { quantity: String(quantityOf(part)), isVanStock: part.isVanStock };
}

function parseAnswers(kept: Kept, original: PartUpdate): PartUpdate {
  if (!kept.has("quantity")) return original;
  return { quantity: kept.text("quantity"), isVanStock: kept.flag("isVanStock") };
}
