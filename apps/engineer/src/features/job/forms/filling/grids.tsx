import type { ItemValue, QuestionMatrixModel, QuestionMultipleTextModel } from "survey-core";
import { ChoiceField, FieldError } from "../../../../ui/field.tsx";
import styles from "./filling.module.css";
import { setAnswer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";
import { TextQuestion } from "./texts.tsx";

/** A matrix: one choice field per row, one below the other, to fit a small screen. */
export function MatrixQuestion({ question, ...field }: QuestionProps<QuestionMatrixModel>) {
  const columns = question.visibleColumns as readonly ItemValue[];
  const answers = isRecord(question.value) ? question.value : {};
  const isRequired = question.isRequired || question.eachRowRequired;
  return (
    <fieldset className={styles.panels}>
      <legend className={styles.label}>{field.label}</legend>
      {field.hint && <p className={styles.description}>{field.hint}</p>}
      {question.visibleRows.map((row) => {
        const { name } = row;
        return (
          <ChoiceField
            key={name}
            name={`${field.name}-${name}`}
            label={row.text}
            disabled={field.disabled}
            choices={columns.map((column, index) => ({ value: index, text: column.text }))}
            value={findColumn(columns, answers[name])}
            onChange={(index) => setAnswer(question, { ...answers, [name]: columns[index]?.value })}
            onClear={isRequired ? undefined : () => setAnswer(question, omitRow(answers, name))}
          />
        );
      })}
      <FieldError id={field.name} error={field.error} />
    </fieldset>
  );
}

/** Several short text fields under one heading. */
export function TextsQuestion({ question, ...field }: QuestionProps<QuestionMultipleTextModel>) {
  return (
    <fieldset className={styles.panels}>
      <legend className={styles.label}>{field.label}</legend>
      {field.hint && <p className={styles.description}>{field.hint}</p>}
      {question.items.map(({ editor }) => (
        <TextQuestion
          key={editor.id}
          question={editor}
          name={editor.id}
          label={editor.locTitle.renderedHtml}
          hint={undefined}
          error={editor.errors.map((error) => error.getText()).join(" ") || undefined}
          disabled={field.disabled}
        />
      ))}
      <FieldError id={field.name} error={field.error} />
    </fieldset>
  );
}

function findColumn(columns: readonly ItemValue[], value: unknown): number | null {
  const index = columns.findIndex((column) => column.value === value);
  return index < 0 ? null : index;
}

function omitRow(answers: Record<string, unknown>, name: string): Record<string, unknown> | null {
  const others = Object.entries(answers).filter(([other]) => other !== name);
  return others.length === 0 ? null : Object.fromEntries(others);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
