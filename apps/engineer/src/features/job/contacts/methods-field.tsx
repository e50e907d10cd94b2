import { type ContactMethod, prefers, withMethod } from "@fieldfare/domain";
import { useId } from "react";
import { FieldError, type FieldProps, Switch } from "../../../ui/field.tsx";
import styles from "./methods-field.module.css";
import { strings } from "./strings.ts";

const methods = ["email", "phone", "text"] as const satisfies readonly ContactMethod[];

/** The contact methods that a contact prefers, any number of them. Each needs its address or number. */
export function MethodsField(props: Omit<FieldProps<number>, "label">) {
  const id = useId();
  const text = strings();
  return (
    <div
      className={styles.field}
      role="group"
      tabIndex={-1}
      data-field={props.name}
      aria-labelledby={`${id}-label`}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <span className={styles.label} id={`${id}-label`}>
        {text.preferred}
      </span>
      <div className={styles.methods}>
        {methods.map((method) => (
          <Switch
            key={method}
            name={`${props.name}-${method}`}
            label={text.methods[method]}
            value={prefers(props.value, method)}
            onChange={(isPreferred) => props.onChange(withMethod(props.value, method, isPreferred))}
          />
        ))}
      </div>
      <FieldError id={id} error={props.error} />
    </div>
  );
}
