import { discardQuantity, type JobRow, readSor, removeSor, updateSor } from "@fieldfare/device";
import { cutQuantity, isOnlyTyped, mayRemoveSor, validateQuantityUsed } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { formatNumber } from "../../../ui/language.ts";
import { RemoveButton } from "../record/record-removal.tsx";
import { EditRecord, type Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { sorsPath, type SorUpdate, sorUpdateSchema } from "./sor-answers.ts";
import { strings } from "./strings.ts";

type PlannedSor = JobRow["plannedSors"][number];

/** Changes how much of a SOR has been used. */
export function UpdateSorScreen({ job }: JobScreen) {
  const { sorCodeId } = useParams({ from: "/jobs/selected/sors/$sorCodeId" });
  return (
    <EditRecord
      job={job}
      entity="sor"
      list={sorsPath}
      text={strings()}
      schema={sorUpdateSchema}
      id={sorCodeId}
      read={readSor}
      getId={(sor) => sor.sorCodeId}
      toAnswers={toSorUpdate}
      update={(device, jobId, sor, { quantity }) =>
        updateSor(device, jobId, sor.sorCodeId, quantity)
      }
      mayGo={isOnlyTyped}
    >
      {(entry, sor) => <UpdateSorForm entry={entry} sor={sor} />}
    </EditRecord>
  );
}

function UpdateSorForm({ entry, sor }: { entry: Entry<SorUpdate>; sor: PlannedSor }) {
  const { job } = entry;
  const text = strings();
  const form = useRecordForm(entry, ({ quantity }) => {
    const issue = validateQuantityUsed(quantity);
    return issue ? { quantity: text.quantityIssues[issue] } : {};
  });
  return (
    <RecordPage
      entry={entry}
      form={form}
      onDiscard={(device) => {
        if (isOnlyTyped(sor)) entry.expectRemoval();
        return discardQuantity(device, job.jobId, sor.sorCodeId);
      }}
    >
      <Card>
        <DescriptionList
          items={[
            [text.description, sor.shortDescription],
            [text.codeLabel, sor.sorCode],
            [text.quantityLabel, formatNumber(sor.qty, 2)],
          ]}
        />
      </Card>
      <Card>
        <Form form={form}>
          <TextField
            label={text.quantityUsed}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
      {mayRemoveSor(job.plannedSors) ? (
        <RemoveButton
          entry={entry}
          name={sor.shortDescription}
          remove={(device) => removeSor(device, job.jobId, sor.sorCodeId)}
          text={text}
        />
      ) : (
        <p>{text.last}</p>
      )}
    </RecordPage>
  );
}

function toSorUpdate(sor: PlannedSor): SorUpdate {
  return { quantity: String(sor.qtyUsed) };
}
