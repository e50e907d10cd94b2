import { addPart } from "@fieldfare/device";
import { blankPart, offersVanStock, type PartAnswers, quantityLabel } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { ChoiceButtons } from "../../../ui/choice-field.tsx";
import { Switch, TextArea, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { AddRecord, type Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { CatalogueField } from "./catalogue-field.tsx";
import { checkPart, partSchema, partsPath } from "./part-answers.ts";
import { useUnits } from "./units.ts";
import { strings } from "./strings.ts";

/** Adds a part that was used from stock, or a part that has to be ordered. */
export function AddPartScreen({ job }: JobScreen) {
  return (
    <AddRecord
      job={job}
      entity="part"
      list={partsPath}
      text={strings()}
      schema={partSchema}
      blank={blankPart}
      add={addPart}
    >
      {(entry) => <AddPartForm entry={entry} />}
    </AddRecord>
  );
}

function AddPartForm({ entry }: { entry: Entry<PartAnswers> }) {
  const text = strings();
  const units = useUnits();
  const form = useRecordForm(entry, checkPart);
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
