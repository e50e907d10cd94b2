import { type ReactNode, useId, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { formatWeekday } from "./days.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { strings } from "./strings.ts";

/** The props of every field. `useForm` finds the field by `name`; `error` is the text below it. */
export interface FieldProps<V> {
  readonly name: string;
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly error?: string | undefined;
  /** The error when the text exceeds its limit. Without it the error gives the number of characters. */
  readonly tooLong?: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

interface TextProps extends FieldProps<string> {
  readonly autoComplete?: string;
  /** Which letters the phone's keyboard capitalises; by default the first of a sentence. */
  readonly autoCapitalize?: "words" | "characters";
  readonly inputMode?: "text" | "numeric" | "decimal" | "tel" | "email" | "search";
  readonly type?: "text" | "email" | "tel" | "search" | "date" | "time";
  /** A longer text can be typed: it is shown as an error, not cut off. */
  readonly maxLength?: number | undefined;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly onBlur?: () => void;
}

/** A field for one line. With `type="date"` its value is a local date such as 2026-03-02, or empty. */
export function TextField(props: TextProps) {
  return (
    <FieldFrame {...withLength(props)}>
      {(aria) => (
        <>
          <input
            {...aria}
            className={styles.input}
            dir="auto"
            type={props.type ?? "text"}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
            autoComplete={props.autoComplete ?? "off"}
            autoCapitalize={props.type === "email" ? "none" : props.autoCapitalize}
            spellCheck={props.type === "email" || props.autoCapitalize ? false : undefined}
            inputMode={props.inputMode}
            readOnly={props.readOnly}
            autoFocus={props.autoFocus}
          />
          {props.type === "date" && <ChosenDay id={aria.id} day={props.value} />}
        </>
      )}
    </FieldFrame>
  );
}

/**
 * Shows the chosen day with its weekday, because the browser's own date order may differ from DD/MM/YYYY. Its line is there before a
 * day is chosen, so that it moves nothing.
 */
function ChosenDay({ id, day }: { id: string; day: string }) {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  return (
    <output htmlFor={id} className={styles.hint}>
      {isDay ? formatWeekday(day) : "\u00a0"}
    </output>
  );
}

/** `isShort`: one or two lines high. A browser that does not measure the text gives the field a height by its `rows`. */
export function TextArea(
  props: FieldProps<string> & {
    maxLength?: number | undefined;
    isShort?: boolean;
    onBlur?: () => void;
  },
) {
  return (
    <FieldFrame {...withLength(props)}>
      {(aria) => (
        <textarea
          {...aria}
          className={classes(styles.input, props.isShort && styles.short)}
          dir="auto"
          rows={props.value.split("\n").length + Math.floor(props.value.length / shortLine)}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
        />
      )}
    </FieldFrame>
  );
}

/** Letters of a line on a small phone. */
const shortLine = 30;

/** Adds the character count from 80% of the limit on. A text that is too long replaces any other error. */
function withLength<P extends FieldProps<string> & { maxLength?: number | undefined }>(props: P) {
  const { maxLength, value } = props;
  if (maxLength === undefined) return props;
  const isTooLong = value.length > maxLength;
  const isNearLimit = !isTooLong && value.length >= maxLength * shareToCount;
  return {
    ...props,
    isTooLong,
    error: isTooLong ? (props.tooLong ?? strings().tooLong(value.length, maxLength)) : props.error,
    count: isNearLimit ? strings().charactersUsed(value.length, maxLength) : undefined,
  };
}

const shareToCount = 0.8;

/** A field whose text is hidden until the engineer taps the eye. */
export function PasswordField(props: FieldProps<string> & { autoComplete?: string }) {
  return <SecretField {...props} />;
}

/**
 * Takes digits only and drops all other characters. Called a one-time code, because a browser stores and fills in
 * passwords: the app's lock would then open for whoever holds the phone.
 */
export function PinField(props: FieldProps<string>) {
  return (
    <SecretField
      {...props}
      pin
      autoComplete="one-time-code"
      onChange={(typed) => props.onChange(toPin(typed))}
    />
  );
}

/** Returns the digits of what was typed, as many as a PIN can have. */
export function toPin(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, 10);
}

function SecretField(props: FieldProps<string> & { autoComplete?: string; pin?: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...props}>
      {(aria) => (
        <div className={styles.reveal}>
          <input
            {...aria}
            className={classes(styles.input, props.pin && styles.pin)}
            type={shown ? "text" : "password"}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
            inputMode={props.pin ? "numeric" : undefined}
            autoComplete={props.autoComplete ?? "off"}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button
            icon={shown ? "eye-off" : "eye"}
            label={`${shown ? strings().hide : strings().show} ${props.label}`}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </FieldFrame>
  );
}

/** A switch that takes effect at once, also used for "I agree". */
export function Switch(props: FieldProps<boolean>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          name={props.name}
          checked={props.value}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={describeField(id, props)}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        <span>{props.label}</span>
      </label>
      <FieldHint id={id} hint={props.hint} />
      <FieldError id={id} error={props.error} />
    </div>
  );
}

interface Aria {
  readonly id: string;
  readonly "data-too-long": true | undefined;
  readonly name: string;
  readonly disabled: boolean | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

/** The label of a field, its hint and its error, around what the user fills in. */
export function FieldFrame(props: {
  name: string;
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  isTooLong?: boolean;
  count?: string | undefined;
  children: (aria: Aria) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      <FieldHint id={id} hint={props.hint} />
      {props.children({
        id,
        "data-too-long": props.isTooLong || undefined,
        name: props.name,
        disabled: props.disabled,
        "aria-invalid": props.error ? true : undefined,
        "aria-describedby": describeField(id, props),
      })}
      {props.count && <p className={styles.hint}>{props.count}</p>}
      <FieldError id={id} error={props.error} />
    </div>
  );
}

/** What helps to fill in a field, below its label. */
export function FieldHint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className={styles.hint}>
      {hint}
    </p>
  );
}

/** The error below a field; also used by parts that are not plain fields, such as photos. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      <Icon name="alert-triangle" size={20} />
      {error}
    </p>
  );
}

/** The ids of the hint and the error of a field, for `aria-describedby`. */
export function describeField(id: string, props: { hint?: ReactNode; error?: string | undefined }) {
  const ids = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
