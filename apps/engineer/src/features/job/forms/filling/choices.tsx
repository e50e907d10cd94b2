import type { BooleanState, ChoicesState, ChoiceState, OtherChoice } from "@fieldfare/forms";
import { useId } from "react";
import { ChoiceButtons, ChoiceField, ChoiceGroup, Select } from "../../../../ui/choice-field.tsx";
import { FieldError, TextField } from "../../../../ui/field.tsx";
import field from "../../../../ui/field.module.css";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";

/** Chooses one of several options. */
export function ChoiceQuestion({ question, ...rest }: QuestionProps<ChoiceState>) {
  const { choices, placeholder, other } = question;
  const change = useChoosing(question);
  const chosen = choices.findIndex(({ isChosen }) => isChosen);
  const shared = {
    ...rest,
    ...change,
    choices: choices.map(({ text }, index) => ({ value: index, text })),
    value: chosen < 0 ? null : chosen,
  };
  if (question.kind === "rating") return <ChoiceButtons {...shared} />;
  // Long texts do not fit on buttons.
  const Field = choices.some(({ text }) => text.length > maxButtonText) ? Select : ChoiceField;
  return (
    <>
      <Field {...shared} none={placeholder || undefined} />
      {other && <OtherField question={question} other={other} {...rest} />}
    </>
  );
}

const maxButtonText = 24;

/** Chooses any number of options. */
export function MultipleChoiceQuestion({ question, ...rest }: QuestionProps<ChoicesState>) {
  const id = useId();
  const { session } = useFilling();
  const { path, choices, other } = question;
  return (
    <>
      <ChoiceGroup
        label={rest.label}
        describedBy={rest.error ? `${id}-error` : undefined}
        disabled={rest.disabled}
      >
        {rest.hint && <p className={field.hint}>{rest.hint}</p>}
        <div className={styles.choices}>
          {choices.map(({ text, isChosen }, index) => (
            <label key={`${index} ${text}`} className={field.choice}>
              <input
                type="checkbox"
                name={rest.name}
                checked={isChosen}
                onChange={() => session.toggleChoice(path, index)}
              />
              <span>
                <Icon name="check" />
                {text}
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} error={rest.error} />
      </ChoiceGroup>
      {other && <OtherField question={question} other={other} {...rest} />}
    </>
  );
}

/** Yes or no, or no answer yet. */
export function BooleanQuestion({ question, ...rest }: QuestionProps<BooleanState>) {
  const text = strings();
  const { answer, yes, no } = question;
  return (
    <ChoiceButtons
      {...rest}
      {...useChoosing(question)}
      choices={[
        { value: 1, text: yes || text.yes },
        { value: 0, text: no || text.no },
      ]}
      value={answer === null ? null : Number(answer)}
    />
  );
}

function useChoosing({ path, isRequired }: ChoiceState | BooleanState) {
  const { session } = useFilling();
  return {
    onChange: (index: number) => session.choose(path, index),
    /** Undefined for a required question: its answer can be changed but not cleared. */
    onClear: isRequired ? undefined : () => session.clear(path),
  };
}

/** The text field for the option "other". */
function OtherField(
  props: Omit<QuestionProps<ChoiceState | ChoicesState>, "label" | "hint" | "error"> & {
    other: OtherChoice;
  },
) {
  const { question, other, name, disabled } = props;
  const { session } = useFilling();
  return (
    <TextField
      name={`${name}-other`}
      label={other.label}
      disabled={disabled}
      value={other.text}
      onChange={(typed) => session.typeOther(question.path, typed)}
    />
  );
}
