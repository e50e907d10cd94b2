import { type JobPart, readPart, removePart, updatePart } from "@fieldfare/device";
import {
  isNoLongerOrdered,
  isUnlikelyQuantity,
  isUsedUncollected,
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
import { useParams } from "@tanstack/react-router";
import { Card } from "../../../ui/card.tsx";
import { confirm } from "../../../ui/dialog.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { RemoveButton } from "../record/record-removal.tsx";
import { EditRecord, type Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { partsPath, partUpdateSchema } from "./part-answers.ts";
import { useUnits } from "./units.ts";
import { strings } from "./strings.ts";

/** Changes how much of a part was used, or has to be ordered. */
export function UpdatePartScreen({ job }: JobScreen) {
  const { jobPartId } = useParams({ from: "/jobs/selected/parts/$jobPartId" });
  return (
    <EditRecord
      job={job}
      entity="part"
      list={partsPath}
      text={strings()}
      schema={partUpdateSchema}
      id={jobPartId}
      read={readPart}
      getId={(part) => part.jobPartId}
      toAnswers={toPartUpdate}
      update={(device, jobId, part, update) => updatePart(device, jobId, part.jobPartId, update)}
    >
      {(entry, part) => <UpdatePartForm entry={entry} part={part} job={job} />}
    </EditRecord>
  );
}

function UpdatePartForm(props: { entry: Entry<PartUpdate>; part: JobPart } & JobScreen) {
  const { entry, part, job } = props;
  const text = strings();
  const form = useRecordForm(
    entry,
    (update) => (validatePartUpdate(update).quantity ? { quantity: text.quantityUpdateIssue } : {}),
    (update) => confirmQuantity(part, update),
  );
  return (
    <RecordPage entry={entry} form={form}>
      <PartDetails part={part} job={job} />
      <Card>
        <Form form={form}>
          <TextField label={quantityLabel(part)} inputMode="numeric" {...form.field("quantity")} />
          <ResultingStatus part={part} quantity={form.values.quantity} />
          {offersVanStock(part) && <Switch label={text.vanStock} {...form.field("isVanStock")} />}
        </Form>
      </Card>
      {mayRemovePart(part) && (
        <RemoveButton
          entry={entry}
          name={part.shortDescription}
          remove={(device) => removePart(device, part.jobId, part.jobPartId)}
          text={text}
        />
      )}
    </RecordPage>
  );
}

/** Asks once about a quantity that is far too large, or about more of a part than was collected. */
async function confirmQuantity(part: JobPart, update: PartUpdate): Promise<boolean> {
  const typed = parseUpdatedQuantity(update.quantity);
  if (!typed.ok) return true;
  const quantity = typed.value;
  if (isUnlikelyQuantity(part, quantity)) {
    const text = strings().unlikely;
    return confirm({
      title: text.title,
      text:
        partGroup(part) === "Preordered" ? text.ordered(quantity, part.qty) : text.other(quantity),
      confirm: text.confirm,
      cancel: text.cancel,
    });
  }
  if (!isUsedUncollected(part, quantity)) return true;
  const text = strings().uncollected;
  return confirm({
    title: text.title,
    text: text.text(quantity, part.qtyCollected),
    confirm: text.confirm,
    cancel: text.cancel,
  });
}

function PartDetails({ part, job }: { part: JobPart } & JobScreen) {
  const text = strings();
  const unit = useUnits().get(part.partUnitTypeId);
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean).join(", ");
  const ordered = isNoLongerOrdered(job, part) ? text.orderedBefore(part.qty) : String(part.qty);
  return (
    <Card title={partGroup(part)}>
      <DescriptionList
        items={[
          [text.description, part.shortDescription],
          ...(codes === "" ? [] : [[text.code, codes] as const]),
          ...(unit === undefined ? [] : [[text.unit, unit] as const]),
          ...(partGroup(part) === "Preordered" ? [[text.orderedLabel, ordered] as const] : []),
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
