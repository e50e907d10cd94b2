import { addSor, searchReference } from "@fieldfare/device";
import { cutQuantity, type SorAnswers, type SorChoice, validateSor } from "@fieldfare/domain";
import { useDevice } from "../../../phone/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form, type FormErrors } from "../../../ui/form.tsx";
import { Picker } from "../../../ui/picker.tsx";
import type { DraftReader } from "../../../phone/drafts.ts";
import { type EntryBase, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "./strings.ts";

const blank: SorAnswers = { sor: null, quantity: "" };

export function AddSorScreen({ job }: JobScreen) {
  return (
    <RecordEntry
      job={job}
      kind="sor"
      title={strings().addTitle}
      list="/jobs/selected/sors"
      original={blank}
      parse={parseAnswers}
    >
      {(base) => <AddSorForm {...base} />}
    </RecordEntry>
  );
}

function AddSorForm(base: EntryBase<SorAnswers>) {
  const device = useDevice();
  const text = strings();
  const entry: Entry<SorAnswers> = {
    ...base,
    check,
    save: (phone, answers) => addSor(phone, base.job.jobId, answers),
    submit: text.submit,
    saving: text.adding,
    done: text.added,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
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

function parseAnswers(saved: DraftReader): SorAnswers {
  const sor = saved.inner("sor");
  const sorCodeId = sor.number("sorCodeId");
  return {
    sor:
      sorCodeId === null
        ? null
        : { sorCodeId, code: sor.text("code"), description: sor.text("description") },
    quantity: saved.text("quantity"),
  };
}
