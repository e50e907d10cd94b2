import type { ApplianceAnswers } from "@fieldfare/domain";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
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
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const text = strings();
  const { name, value, error } = form.field("maker");
  return (
    <div
      className={styles.field}
      role="group"
      tabIndex={-1}
      data-field={name}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span className={styles.label} id={`${id}-label`}>
        {text.manufacturerAndModel}
      </span>
      <span className={styles.value} dir="auto">
        {formatManufacturerAndModel(value) || text.notSet}
      </span>
      <Button icon="pencil" onClick={() => setOpen(true)}>
        {value === null ? text.setManufacturer : text.changeManufacturer}
      </Button>
      <FieldError id={id} error={error} />
      {isOpen && <ManufacturerDialog form={form} type={type} onClose={() => setOpen(false)} />}
    </div>
  );
}
