import { addSor, searchReference } from "@fieldfare/device";
import { cutQuantity, type SorAnswers, type SorChoice, validateSor } from "@fieldfare/domain";
import { useDevice } from "../../../phone/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form, type FormErrors } from "../../../ui/form.tsx";
import { Picker } from "../../../ui/picker.tsx";
import { AddRecord, type Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { sorSchema, sorsPath } from "./sor-answers.ts";
import { strings } from "./strings.ts";

const blank: SorAnswers = { sor: null, quantity: "" };

/** The engineer finds an SOR in the office's list and enters its quantity. */
export function AddSorScreen({ job }: JobScreen) {
  return (
    <AddRecord
      job={job}
      entity="sor"
      list={sorsPath}
      text={strings()}
      schema={sorSchema}
      blank={blank}
      add={addSor}
    >
      {(entry) => <AddSorForm entry={entry} />}
    </AddRecord>
  );
}

function AddSorForm({ entry }: { entry: Entry<SorAnswers> }) {
  const device = useDevice();
  const text = strings();
  const form = useRecordForm(entry, check);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <Picker<SorChoice>
            label={text.sor}
            hint={text.sorHint}
            none={text.noMatch}
            search={(typed, max) => searchReference(device, "Sor", typed, max)}
            line={(sor) => ({ key: sor.sorCodeId, label: sor.code, detail: sor.description })}
            {...form.field("sor")}
            onChange={(sor) => form.set("sor", sor && toSorChoice(sor))}
          />
          <TextField
            label={text.quantityLabel}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
    </RecordPage>
  );
}

/** Copies only the fields that the draft saves, not the whole reference data row. */
function toSorChoice({ sorCodeId, code, description }: SorChoice): SorChoice {
  return { sorCodeId, code, description };
}

function check(answers: SorAnswers): FormErrors<SorAnswers> {
  const text = strings();
  const { sor, quantity } = validateSor(answers);
  return {
    ...(sor && { sor: text.sorMissing }),
    ...(quantity && { quantity: text.quantityIssues[quantity] }),
  };
}
