import { addPart } from "@fieldfare/device";
import { blankPart, offersVanStock, type PartAnswers, quantityLabel } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons, Switch, TextArea, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { type EntryBase, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { CatalogueField } from "./catalogue-field.tsx";
import { checkPart, parseAnswers } from "./part-answers.ts";
import { useUnits } from "./units.ts";
import { strings } from "./strings.ts";

/** Adds a part that was used from stock, or a part that has to be ordered. */
export function AddPartScreen({ job }: JobScreen) {
  return (
    <RecordEntry
      job={job}
      kind="part"
      title={strings().addTitle}
      list="/jobs/selected/parts"
      original={blankPart}
      parse={parseAnswers}
    >
      {(base) => <AddPartForm {...base} />}
    </RecordEntry>
  );
}

function AddPartForm(base: EntryBase<PartAnswers>) {
  const text = strings();
  const units = useUnits();
  const entry: Entry<PartAnswers> = {
    ...base,
    check: checkPart,
    save: (device, answers) => addPart(device, base.job.jobId, answers),
    submit: text.submit,
    saving: text.adding,
    done: text.added,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  const unit = units.get(form.values.catalogue?.partUnitTypeId ?? null);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <ChoiceButtons<"stock" | "order">
            name="isPartRequired"
            label={text.source}
            value={form.values.isPartRequired ? "order" : "stock"}
            choices={[
              { value: "stock", text: text.fromStock },
              { value: "order", text: text.toOrder },
            ]}
            onChange={(chosen) => form.set("isPartRequired", chosen === "order")}
          />
          <CatalogueField form={form} />
          <TextArea label={text.shortDescription} isShort {...form.field("shortDescription")} />
          <TextField
            label={quantityLabel(form.values)}
            hint={unit !== undefined && text.countedIn(unit)}
            inputMode="numeric"
            {...form.field("quantity")}
          />
          {offersVanStock(form.values) && (
            <Switch label={text.vanStock} {...form.field("isVanStock")} />
          )}
          <TextArea label={text.comments} isShort {...form.field("comments")} />
        </Form>
      </Card>
    </RecordPage>
  );
}
