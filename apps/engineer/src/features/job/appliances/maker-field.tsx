import type { ApplianceAnswers } from "@fieldfare/domain";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { nameOf } from "./appliance-words.ts";
import { MakerDialog } from "./maker-dialog.tsx";
import styles from "./maker-field.module.css";
import { words } from "./words.ts";

/** Who made it and which it is, chosen in a dialog of their own. */
export function MakerField({ form, type }: { form: FormOf<ApplianceAnswers>; type: number }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const spoken = words();
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
        {spoken.maker}
      </span>
      <span className={styles.value} dir="auto">
        {nameOf(value) || spoken.notSet}
      </span>
      <Button icon="pencil" onClick={() => setOpen(true)}>
        {value === null ? spoken.setMaker : spoken.changeMaker}
      </Button>
      <FieldError id={id} error={error} />
      {isOpen && <MakerDialog form={form} type={type} onClose={() => setOpen(false)} />}
    </div>
  );
}
