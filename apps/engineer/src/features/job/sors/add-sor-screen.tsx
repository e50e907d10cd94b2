import { addSor, searchReference } from "@fieldfare/device";
import { cutQuantity, type SorAnswers, type SorChoice, sorFaults } from "@fieldfare/domain";
import { useDevice } from "../../../device/device.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form, type FormErrors } from "../../../ui/form.tsx";
import { Picker } from "../../../ui/picker.tsx";
import type { Kept } from "../../../device/drafts.ts";
import { type Begun, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "./words.ts";

const blank: SorAnswers = { sor: null, quantity: "" };

export function AddSorScreen({ job }: JobScreen) {
  return (
    <RecordEntry
      job={job}
      kind="sor"
      title={words().addTitle}
      list="/jobs/selected/sors"
      original={blank}
      parse={parseAnswers}
    >
      {(begun) => <AddSorForm {...begun} />}
    </RecordEntry>
  );
}

function AddSorForm(begun: Begun<SorAnswers>) {
  const device = useDevice();
  const spoken = words();
  const entry: Entry<SorAnswers> = {
    ...begun,
    check,
    save: (phone, answers) => addSor(phone, begun.job.jobId, answers),
    submit: spoken.submit,
    saving: spoken.adding,
    done: spoken.added,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <Picker<SorChoice>
            label={spoken.sor}
            hint={spoken.sorHint}
            none={spoken.noMatch}
            search={(typed, most) => searchReference(device, "Sor", typed, most)}
            line={(sor) => ({ key: sor.sorCodeId, label: sor.code, detail: sor.description })}
            {...form.field("sor")}
            onChange={(sor) => form.set("sor", sor && choiceOf(sor))}
          />
          <TextField
            label={spoken.quantityLabel}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
    </RecordPage>
  );
}

/** Without what else the row of reference data holds. */
function choiceOf({ sorCodeId, code, description }: SorChoice): SorChoice {
  return { sorCodeId, code, description };
}

function check(answers: SorAnswers): FormErrors<SorAnswers> {
  const spoken = words();
  const { sor, quantity } = sorFaults(answers);
  return {
    ...(sor && { sor: spoken.sorMissing }),
    ...(quantity && { quantity: spoken.quantityFaults[quantity] }),
  };
}

function parseAnswers(kept: Kept): SorAnswers {
  const sor = kept.inner("sor");
  const sorCodeId = sor.number("sorCodeId");
  return {
    sor:
      sorCodeId === null
        ? null
        : { sorCodeId, code: sor.text("code"), description: sor.text("description") },
    quantity: kept.text("quantity"),
  };
}
