import type { ApplianceAnswers } from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldGroup } from "../../../ui/field-group.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { formatManufacturerAndModel } from "./appliance-labels.ts";
import { ManufacturerDialog } from "./manufacturer-dialog.tsx";
import styles from "./manufacturer-field.module.css";
import { strings } from "./strings.ts";

/** Shows the manufacturer and model, which are chosen in a dialog. */
export function ManufacturerField({
  form,
  type,
}: {
  form: FormState<ApplianceAnswers>;
  type: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const text = strings();
  const { name, value, error } = form.field("manufacturerAndModel");
  return (
    <FieldGroup name={name} label={text.manufacturerAndModel} error={error}>
      <span className={styles.value} dir="auto">
        {formatManufacturerAndModel(value) || text.notSet}
      </span>
      <div>
        <Button icon="pencil" onClick={() => setOpen(true)}>
          {value === null ? text.setManufacturer : text.changeManufacturer}
        </Button>
      </div>
      {isOpen && <ManufacturerDialog form={form} type={type} onClose={() => setOpen(false)} />}
    </FieldGroup>
  );
}
