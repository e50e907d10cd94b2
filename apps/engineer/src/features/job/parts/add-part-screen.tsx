import { addPart } from "@fieldfare/device";
import { blankPart, offersVanStock, type PartAnswers, quantityLabel } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, Switch, TextArea, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { type Begun, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { CatalogueField } from "./catalogue-field.tsx";
import { checkPart, parseAnswers } from "./part-answers.ts";
import { useUnits } from "./units.ts";
import { words } from "./words.ts";

/** A part that was used from stock, or one that has to be ordered. */
export function AddPartScreen({ job }: JobScreen) {
  return (
    <RecordEntry
      job={job}
      kind="part"
      title={words().addTitle}
      list="/jobs/selected/parts"
      original={blankPart}
      parse={parseAnswers}
    >
      {(begun) => <AddPartForm {...begun} />}
    </RecordEntry>
  );
}

function AddPartForm(begun: Begun<PartAnswers>) {
  const spoken = words();
  const units = useUnits();
  const entry: Entry<PartAnswers> = {
    ...begun,
    check: checkPart,
    save: (device, answers) => addPart(device, begun.job.jobId, answers),
    submit: spoken.submit,
    saving: spoken.adding,
    done: spoken.added,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  const unit = units.get(form.values.catalogue?.partUnitTypeId ?? null);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <ChoiceButtons<"stock" | "order">
            name="isPartRequired"
            label={spoken.source}
            value={form.values.isPartRequired ? "order" : "stock"}
            choices={[
              { value: "stock", text: spoken.fromStock },
              { value: "order", text: spoken.toOrder },
            ]}
            onChange={(chosen) => form.set("isPartRequired", chosen === "order")}
          />
          <CatalogueField form={form} />
          <TextArea label={spoken.shortDescription} isShort {...form.field("shortDescription")} />
          <TextField
            label={quantityLabel(form.values)}
            hint={unit !== undefined && spoken.countedIn(unit)}
            inputMode="numeric"
            {...form.field("quantity")}
          />
          {offersVanStock(form.values) && (
            <Switch label={spoken.vanStock} {...form.field("isVanStock")} />
          )}
          <TextArea label={spoken.comments} isShort {...form.field("comments")} />
        </Form>
      </Card>
    </RecordPage>
  );
}
