import type { FormElement, MatrixState, TextsState, TextState } from "@fieldfare/forms";
import { type ReactNode, useId } from "react";
import { ChoiceField, ChoiceGroup } from "../../../../ui/choice-field.tsx";
import { FieldError } from "../../../../ui/field.tsx";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";
import { TextQuestion } from "./texts.tsx";
import { useObservable } from "./use-observable.ts";

/** A matrix: one choice field per row, one below the other, to fit a small screen. */
export function MatrixQuestion({ question, ...field }: QuestionProps<MatrixState>) {
  const { session } = useFilling();
  const { path, columns } = question;
  return (
    <Grid {...field}>
      {question.rows.map(({ name, text, chosen, isRequired }) => (
        <ChoiceField
          key={name}
          name={`${field.name}-${name}`}
          label={text}
          disabled={field.disabled}
          choices={columns.map((column, index) => ({ value: index, text: column }))}
          value={chosen}
          onChange={(index) => session.chooseInRow(path, name, index)}
          onClear={isRequired ? undefined : () => session.chooseInRow(path, name, null)}
        />
      ))}
    </Grid>
  );
}

/** Several short text fields under one heading. */
export function TextsQuestion({ question, ...field }: QuestionProps<TextsState>) {
  return (
    <Grid {...field}>
      {question.items.map((element) => (
        <TextItem key={element.id} element={element} disabled={field.disabled} />
      ))}
    </Grid>
  );
}

/** Several fields, one below the other, under one heading. */
function Grid(
  props: Pick<QuestionProps, "label" | "hint" | "error"> & { readonly children: ReactNode },
) {
  const { label, hint, error, children } = props;
  const id = useId();
  return (
    <ChoiceGroup label={label} describedBy={error ? `${id}-error` : undefined}>
      {hint && <p className={styles.description}>{hint}</p>}
      <div className={styles.panels}>{children}</div>
      <FieldError id={id} error={error} />
    </ChoiceGroup>
  );
}

function TextItem({ element, disabled }: { element: FormElement<TextState>; disabled: boolean }) {
  const item = useObservable(element);
  return (
    <TextQuestion
      question={item}
      name={item.id}
      label={item.title}
      hint={undefined}
      error={undefined}
      disabled={disabled}
    />
  );
}
