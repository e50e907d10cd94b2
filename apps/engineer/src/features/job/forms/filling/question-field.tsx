import type { QuestionKind } from "@fieldfare/forms";
import { type ComponentType, memo } from "react";
import type { Question } from "survey-core";
import { Icon } from "../../../../ui/icon.tsx";
import { words } from "../words.ts";
import { ChoiceQuestion, FlagQuestion, ManyQuestion, RatingQuestion } from "./choices.tsx";
import styles from "./filling.module.css";
import { MatrixQuestion, TextsQuestion } from "./grids.tsx";
import { remarksOf, useModel, useText } from "./model.ts";
import { PanelsQuestion } from "./panels.tsx";
import { PhotosQuestion } from "./photos.tsx";
import type { QuestionProps } from "./question-props.ts";
import { SignatureQuestion } from "./signature.tsx";
import { CommentQuestion, TextQuestion } from "./texts.tsx";

const drawings: Readonly<Record<QuestionKind, ComponentType<QuestionProps<never>>>> = {
  text: TextQuestion,
  comment: CommentQuestion,
  radiogroup: ChoiceQuestion,
  dropdown: ChoiceQuestion,
  buttongroup: ChoiceQuestion,
  rating: RatingQuestion,
  checkbox: ManyQuestion,
  tagbox: ManyQuestion,
  boolean: FlagQuestion,
  expression: WorkedOut,
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
  const Drawing = drawings[question.getType() as QuestionKind] as ComponentType<QuestionProps>;
  const remarks = remarksOf(question);
  const errors = remarks.filter((remark) => remark.isError);
  const isAsked = question.hasInput && !question.isRequired && !question.isReadOnly;
  const label = title || words().untitled;
  return (
    <div
      className={styles.question}
      data-question={question.name}
      data-question-id={question.id}
      data-faulty={errors.length > 0 ? true : undefined}
    >
      <Drawing
        question={question}
        name={question.id}
        label={isAsked && !isList(question) ? words().optional(label) : label}
        hint={description || undefined}
        error={errors.length > 0 ? errors.map(({ text }) => text).join(" ") : undefined}
        disabled={question.isReadOnly}
      />
      <div role="status">
        {remarks
          .filter((remark) => !remark.isError)
          .map(({ text }) => (
            <p key={text} className={styles.remark}>
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

/** Worked out from other answers: it can be read, not typed. */
function WorkedOut({ question, label, hint }: QuestionProps) {
  const given: unknown = question.displayValue;
  const shown = typeof given === "string" || typeof given === "number" ? String(given) : "";
  return (
    <div className={styles.fact}>
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.description}>{hint}</span>}
      <output className={styles.factValue} dir="auto">
        {shown === "" ? words().nothing : shown}
      </output>
    </div>
  );
}
