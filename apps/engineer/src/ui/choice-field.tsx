import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { describeField, FieldError, type FieldProps, FieldFrame, FieldHint } from "./field.tsx";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { strings } from "./strings.ts";

interface Choice<V extends string | number> {
  readonly value: V;
  readonly text: string;
}

interface ChoiceProps<V extends string | number> extends Omit<FieldProps<V | null>, "onChange"> {
  readonly choices: readonly Choice<V>[];
  readonly onChange: (value: V) => void;
  /** Clears the choice. Without it the choice can only be changed. */
  readonly onClear?: (() => void) | undefined;
  /** The text of the list while nothing is chosen. */
  readonly none?: string | undefined;
}

/** Draws up to four choices as buttons and more as a list. */
export function ChoiceField<V extends string | number>(props: ChoiceProps<V>) {
  return props.choices.length <= 4 ? <ChoiceButtons {...props} /> : <Select {...props} />;
}

/** Shows every choice as a radio button. Null means that nothing is chosen. */
export function ChoiceButtons<V extends string | number>(props: ChoiceProps<V>) {
  const id = useId();
  return (
    <ChoiceGroup
      label={props.label}
      isClearable={props.onClear !== undefined}
      describedBy={describeField(id, props)}
      disabled={props.disabled}
    >
      {props.onClear && props.value !== null && !props.disabled && (
        <div className={styles.clear}>
          <Button
            kind="plain"
            label={`${strings().clear} ${props.label}`}
            onClick={() => props.onClear?.()}
          >
            {strings().clear}
          </Button>
        </div>
      )}
      <FieldHint id={id} hint={props.hint} />
      <div
        className={styles.choices}
        data-short={props.choices.every(({ text }) => text.length <= 6) || undefined}
        data-invalid={props.error ? true : undefined}
      >
        {props.choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={props.name}
              value={choice.value}
              checked={props.value === choice.value}
              onChange={() => props.onChange(choice.value)}
            />
            <span>
              <Icon name="check" />
              {choice.text}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={props.error} />
    </ChoiceGroup>
  );
}

/** WebKit makes room for the legend twice in a fieldset that is an item of a flex container: so it is inside of another element. */
export function ChoiceGroup(props: {
  readonly label: string;
  readonly isClearable?: boolean;
  readonly describedBy: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <fieldset
        className={styles.field}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
      >
        <legend className={styles.label} data-clearable={props.isClearable || undefined}>
          {props.label}
        </legend>
        {props.children}
      </fieldset>
    </div>
  );
}

/** Shows the choices as a list that opens. A chosen text that is too long for a narrow screen is repeated below. */
export function Select<V extends string | number>(props: ChoiceProps<V>) {
  const chosenText = props.choices.find(({ value }) => value === props.value)?.text ?? "";
  return (
    <FieldFrame {...props}>
      {(aria) => (
        <>
          <select
            {...aria}
            className={styles.input}
            value={props.value ?? ""}
            onChange={(event) => {
              const chosen = props.choices.find(
                (choice) => String(choice.value) === event.target.value,
              );
              if (chosen) props.onChange(chosen.value);
              else props.onClear?.();
            }}
          >
            <option value="" disabled={!props.onClear}>
              {props.none ?? strings().none}
            </option>
            {props.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.text}
              </option>
            ))}
          </select>
          {/* The browser cuts off a long choice on a narrow screen. Screen readers have read it already. */}
          {chosenText.length > maxShownWhole && (
            <p className={styles.hint} aria-hidden dir="auto">
              {chosenText}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}

const maxShownWhole = 26;
