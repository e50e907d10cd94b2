import { type ContactMethod, prefers, withMethod } from "@fieldfare/domain";
import { type FieldProps, Switch } from "../../../ui/field.tsx";
import { FieldGroup } from "../../../ui/field-group.tsx";
import styles from "./methods-field.module.css";
import { strings } from "./strings.ts";

const methods = ["email", "phone", "text"] as const satisfies readonly ContactMethod[];

/** The contact methods that a contact prefers, any number of them. Each needs its address or number. */
export function MethodsField(props: Omit<FieldProps<number>, "label">) {
  const text = strings();
  return (
    <FieldGroup name={props.name} label={text.preferred} error={props.error}>
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
    </FieldGroup>
  );
}
