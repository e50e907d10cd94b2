import { type JobPart, readPart, removePart, updatePart } from "@fieldfare/device";
import {
  mayRemovePart,
  offersVanStock,
  parseUpdatedQuantity,
  partGroup,
  type PartUpdate,
  validatePartUpdate,
  quantityLabel,
  readQuantity,
  withQuantity,
} from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { useRecord } from "../record.ts";
import { type EntryBase, EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useUnits } from "./units.ts";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/parts";

/** Changes how much of a part was used, or has to be ordered. */
export function UpdatePartScreen({ job }: JobScreen) {
  const { record: part, expectRemoval } = useRecord(job, "jobPartId", readPart, listPath);
  const title = strings().updateTitle;
  if (!part) return <EntryLoading title={title} list={listPath} />;
  return (
    <RecordEntry
      job={job}
      kind={`part:${part.jobPartId}`}
      title={title}
      list={listPath}
      original={toPartUpdate(part)}
      parse={parseAnswers}
    >
      {(base) => <UpdatePartForm base={base} part={part} expectRemoval={expectRemoval} />}
    </RecordEntry>
  );
}

function UpdatePartForm(props: {
  base: EntryBase<PartUpdate>;
  part: JobPart;
  expectRemoval: () => void;
}) {
  const { base, part } = props;
  const { job, draft } = base;
  const text = strings();
  const entry: Entry<PartUpdate> = {
    ...base,
    check: (update) =>
      validatePartUpdate(update).quantity ? { quantity: text.quantityUpdateIssue } : {},
    save: (device, update) => updatePart(device, job.jobId, part.jobPartId, update),
    submit: text.update,
    saving: text.updating,
    done: text.updated,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <PartDetails part={part} />
      <Card>
        <Form form={form}>
          <TextField label={quantityLabel(part)} inputMode="numeric" {...form.field("quantity")} />
          <ResultingStatus part={part} quantity={form.values.quantity} />
          {offersVanStock(part) && <Switch label={text.vanStock} {...form.field("isVanStock")} />}
        </Form>
      </Card>
      {mayRemovePart(part) && (
        <RemoveButton
          name={part.shortDescription}
          draft={draft}
          remove={(device) => removePart(device, job.jobId, part.jobPartId)}
          expectRemoval={props.expectRemoval}
          list={listPath}
          text={text}
        />
      )}
    </RecordPage>
  );
}

function PartDetails({ part }: { part: JobPart }) {
  const text = strings();
  const unit = useUnits().get(part.partUnitTypeId);
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  return (
    <Card title={partGroup(part)}>
      <DescriptionList
        items={[
          [text.description, part.shortDescription],
          ...(codes === "" ? [] : [[text.code, codes] as const]),
          ...(unit === undefined ? [] : [[text.unit, unit] as const]),
          ...(partGroup(part) === "Preordered"
            ? [[text.orderedLabel, String(part.qty)] as const]
            : []),
          ...(part.comments ? [[text.commentsLabel, part.comments] as const] : []),
        ]}
      />
    </Card>
  );
}

/** Shows the usage status that the typed quantity gives the part. */
function ResultingStatus({ part, quantity }: { part: JobPart; quantity: string }) {
  const text = strings();
  const typed = parseUpdatedQuantity(quantity);
  const status = typed.ok ? withQuantity(part, typed.value).usageStatus : null;
  return <p role="status">{status && text.status(text.usageStatuses[status])}</p>;
}

function toPartUpdate(part: JobPart): PartUpdate {
  return { quantity: String(readQuantity(part)), isVanStock: part.isVanStock };
}

function parseAnswers(saved: DraftReader, original: PartUpdate): PartUpdate {
  if (!saved.has("quantity")) return original;
  return { quantity: saved.text("quantity"), isVanStock: saved.flag("isVanStock") };
}
