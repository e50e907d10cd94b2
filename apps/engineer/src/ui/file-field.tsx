import { useId } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./field.tsx";
import field from "./field.module.css";
import styles from "./file-field.module.css";

/** Chooses one file; its name stands in the field. */
export function FileField(props: {
  readonly name: string;
  readonly label: string;
  readonly value: File | null;
  readonly onChange: (value: File | null) => void;
  readonly error?: string | undefined;
  /** Such as ".json": a hint to the chooser, which people can change. */
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
          // The same file chosen again, after it was mended, is another file.
          event.currentTarget.value = "";
          props.onChange(null);
        }}
        onChange={(event) => props.onChange(event.target.files?.[0] ?? null)}
      />
      <FieldError id={id} error={props.error} />
    </div>
  );
}
