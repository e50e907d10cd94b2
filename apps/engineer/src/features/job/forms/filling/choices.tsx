import { useId, useState } from "react";
import type {
  ItemValue,
  Question,
  QuestionBooleanModel,
  QuestionRatingModel,
  QuestionSelectBase,
} from "survey-core";
import {
  ChoiceButtons,
  ChoiceField,
  FieldError,
  Select,
  TextField,
} from "../../../../ui/field.tsx";
import field from "../../../../ui/field.module.css";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { setAnswer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";

/** Chooses one of several options. */
export function ChoiceQuestion({ question, ...rest }: QuestionProps<QuestionSelectBase>) {
  const items = question.visibleChoices as readonly ItemValue[];
  const pick = usePendingChoice(question);
  // Long texts do not fit on buttons.
  const Field = items.some(({ text }) => text.length > maxButtonText) ? Select : ChoiceField;
  return (
    <>
      <Field
        {...rest}
        choices={toChoices(items)}
        value={pick.shown(findChosen(question, items))}
        none={readPlaceholder(question)}
        onChange={(index) => pick.choose(index, () => choose(question, items[index]))}
        onClear={pick.clear}
      />
      <OtherField question={question} isChosen={question.isOtherSelected} {...rest} />
    </>
  );
}

const maxButtonText = 24;

/** Chooses any number of options. */
export function MultipleChoiceQuestion({ question, ...rest }: QuestionProps<QuestionSelectBase>) {
  const id = useId();
  const items = question.visibleChoices as readonly ItemValue[];
  const chosen = chosenValues(question);
  const toggle = (item: ItemValue) =>
    setAnswer(
      question,
      nullIfEmpty(
        chosen.includes(item.value)
          ? chosen.filter((value) => value !== item.value)
          : items
              .map(({ value }): unknown => value)
              .filter((value) => value === item.value || chosen.includes(value)),
      ),
    );
  return (
    <>
      <fieldset
        className={field.field}
        disabled={rest.disabled}
        aria-describedby={rest.error ? `${id}-error` : undefined}
      >
        <legend className={field.label}>{rest.label}</legend>
        {rest.hint && <p className={field.hint}>{rest.hint}</p>}
        <div className={styles.choices}>
          {items.map((item) => (
            <label key={String(item.value)} className={field.choice}>
              <input
                type="checkbox"
                name={rest.name}
                checked={chosen.includes(item.value)}
                onChange={() => toggle(item)}
              />
              <span>
                <Icon name="check" />
                {item.text}
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} error={rest.error} />
      </fieldset>
      <OtherField question={question} isChosen={question.isOtherSelected} {...rest} />
    </>
  );
}

/** Yes or no, or no answer yet. */
export function BooleanQuestion({ question, ...rest }: QuestionProps<QuestionBooleanModel>) {
  const text = strings();
  const { booleanValue } = question as { booleanValue: unknown };
  const pick = usePendingChoice(question);
  return (
    <ChoiceButtons
      {...rest}
      choices={[
        { value: 1, text: replaceDefaultText(question.locLabelTrue.renderedHtml, "Yes", text.yes) },
        { value: 0, text: replaceDefaultText(question.locLabelFalse.renderedHtml, "No", text.no) },
      ]}
      value={pick.shown(typeof booleanValue === "boolean" ? Number(booleanValue) : null)}
      onChange={(chosen) =>
        pick.choose(chosen, () => {
          question.booleanValue = chosen === 1;
        })
      }
      onClear={pick.clear}
    />
  );
}

export function RatingQuestion({ question, ...rest }: QuestionProps<QuestionRatingModel>) {
  const items = question.visibleRateValues as readonly ItemValue[];
  const pick = usePendingChoice(question);
  return (
    <ChoiceButtons
      {...rest}
      choices={toChoices(items)}
      value={findChosen(question, items)}
      onChange={(index) => setAnswer(question, items[index]?.value)}
      onClear={pick.clear}
    />
  );
}

/** Shows the choice at once. The form evaluates it after the next frame. */
function usePendingChoice(question: Question) {
  const { deferred } = useFilling();
  const [picked, setPicked] = useState<number | null>(null);
  return {
    shown: (chosen: number | null) => picked ?? chosen,
    choose(index: number, work: () => void) {
      setPicked(index);
      deferred.schedule(question, () => {
        work();
        setPicked(null);
      });
    },
    /** Undefined for a required question: its answer can be changed but not cleared. */
    clear: question.isRequired
      ? undefined
      : () =>
          deferred.schedule(question, () => {
            question.clearValue();
            setPicked(null);
          }),
  };
}

/** The text field for the option "other". */
function OtherField(
  props: Omit<QuestionProps, "question"> & { question: QuestionSelectBase; isChosen: boolean },
) {
  const { question, isChosen, name, disabled } = props;
  if (!isChosen) return null;
  return (
    <TextField
      name={`${name}-other`}
      label={question.otherItem.text}
      disabled={disabled}
      value={question.otherValue ?? ""}
      onChange={(typed) => {
        question.otherValue = typed;
      }}
    />
  );
}

/** Identifies an option by its index, because option values may be of any type. */
function toChoices(items: readonly ItemValue[]) {
  return items.map((item, index) => ({ value: index, text: item.text }));
}

function findChosen(question: Question, items: readonly ItemValue[]): number | null {
  const value: unknown =
    "renderedValue" in question ? (question as QuestionSelectBase).renderedValue : question.value;
  const index = items.findIndex((item) => item.value === value);
  return index < 0 ? null : index;
}

function choose(question: QuestionSelectBase, item: ItemValue | undefined): void {
  if (item) question.renderedValue = item.value;
}

function chosenValues(question: QuestionSelectBase): readonly unknown[] {
  const value: unknown = question.renderedValue;
  return Array.isArray(value) ? value : [];
}

function nullIfEmpty(values: readonly unknown[]): readonly unknown[] | null {
  return values.length === 0 ? null : values;
}

/** The form's own text for "nothing chosen". */
function readPlaceholder(question: QuestionSelectBase): string | undefined {
  const defaultText = "placeholder" in question ? String(question.placeholder) : "";
  return replaceDefaultText(defaultText, "Select...", "") || undefined;
}

/** Replaces the library's default text with ours. */
function replaceDefaultText(text: string, defaultText: string, ourText: string): string {
  return text === defaultText || text === "" ? ourText : text;
}
