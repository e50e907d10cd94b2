import { useId } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./field.tsx";
import field from "./field.module.css";
import styles from "./file-field.module.css";

/** Chooses one file and shows its name. */
export function FileField(props: {
  readonly name: string;
  readonly label: string;
  readonly value: File | null;
  readonly onChange: (value: File | null) => void;
  readonly error?: string | undefined;
  /** Such as ".json". People can change the filter in the file dialog. */
  readonly accept?: string;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {props.label}
      </label>
      <input
        id={id}
        name={props.name}
        type="file"
        className={classes(field.input, styles.file)}
        accept={props.accept}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={props.error ? `${id}-error` : undefined}
        onClick={(event) => {
          // Clearing the value lets people choose the same file again after they have changed it.
          event.currentTarget.value = "";
          props.onChange(null);
        }}
        onChange={(event) => props.onChange(event.target.files?.[0] ?? null)}
      />
      <FieldError id={id} error={props.error} />
    </div>
  );
}
