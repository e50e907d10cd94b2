import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./field.tsx";
import styles from "./field.module.css";

/** A field of several controls, such as photos, below one label. A form finds it by `name`, as it finds any field. */
export function FieldGroup(props: {
  name: string;
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div
      className={classes(styles.field, styles.group)}
      role="group"
      tabIndex={-1}
      data-field={props.name}
      aria-labelledby={`${id}-label`}
      aria-describedby={props.error ? `${id}-error` : undefined}
    >
      <span className={styles.label} id={`${id}-label`}>
        {props.label}
      </span>
      {props.children}
      <FieldError id={id} error={props.error} />
    </div>
  );
}
