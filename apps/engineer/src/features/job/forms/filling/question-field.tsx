import type { QuestionKind } from "@fieldfare/forms";
import { type ComponentType, memo } from "react";
import type { Question } from "survey-core";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import {
  ChoiceQuestion,
  BooleanQuestion,
  MultipleChoiceQuestion,
  RatingQuestion,
} from "./choices.tsx";
import styles from "./filling.module.css";
import { MatrixQuestion, TextsQuestion } from "./grids.tsx";
import { readAnswerIssues, useModel, useText } from "./model.ts";
import { PanelsQuestion } from "./panels.tsx";
import { PhotosQuestion } from "./photos.tsx";
import type { QuestionProps } from "./question-props.ts";
import { SignatureQuestion } from "./signature.tsx";
import { CommentQuestion, TextQuestion } from "./texts.tsx";

const fieldComponents: Readonly<Record<QuestionKind, ComponentType<QuestionProps<never>>>> = {
  text: TextQuestion,
  comment: CommentQuestion,
  radiogroup: ChoiceQuestion,
  dropdown: ChoiceQuestion,
  buttongroup: ChoiceQuestion,
  rating: RatingQuestion,
  checkbox: MultipleChoiceQuestion,
  tagbox: MultipleChoiceQuestion,
  boolean: BooleanQuestion,
  expression: ComputedValue,
  file: PhotosQuestion,
  signaturepad: SignatureQuestion,
  paneldynamic: PanelsQuestion,
  matrix: MatrixQuestion,
  multipletext: TextsQuestion,
};

export const QuestionField = memo(function QuestionField({ question }: { question: Question }) {
  useModel(question);
  const title = useText(question.locTitle);
  const description = useText(question.locDescription);
  const FieldComponent = fieldComponents[
    question.getType() as QuestionKind
  ] as ComponentType<QuestionProps>;
  const issues = readAnswerIssues(question);
  const errors = issues.filter((issue) => issue.isError);
  const isOptional = question.hasInput && !question.isRequired && !question.isReadOnly;
  const label = title || strings().untitled;
  return (
    <div
      className={styles.question}
      data-question={question.name}
      data-question-id={question.id}
      data-in-error={errors.length > 0 ? true : undefined}
    >
      <FieldComponent
        question={question}
        name={question.id}
        label={isOptional && !isList(question) ? strings().optional(label) : label}
        hint={description || undefined}
        error={errors.length > 0 ? errors.map(({ text }) => text).join(" ") : undefined}
        disabled={question.isReadOnly}
      />
      <div role="status">
        {issues
          .filter((issue) => !issue.isError)
          .map(({ text }) => (
            <p key={text} className={styles.warning}>
              <Icon name="alert-triangle" size={20} />
              <span>{text}</span>
            </p>
          ))}
      </div>
    </div>
  );
});

function isList(question: Question): boolean {
  return question.getType() === "paneldynamic";
}

/** A read-only value that the form computes from other answers. */
function ComputedValue({ question, label, hint }: QuestionProps) {
  const displayValue: unknown = question.displayValue;
  const shown =
    typeof displayValue === "string" || typeof displayValue === "number"
      ? String(displayValue)
      : "";
  return (
    <div className={styles.computed}>
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.description}>{hint}</span>}
      <output className={styles.computedValue} dir="auto">
        {shown === "" ? strings().nothing : shown}
      </output>
    </div>
  );
}
