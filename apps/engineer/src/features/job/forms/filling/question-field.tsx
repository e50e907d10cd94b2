import type { ComputedState, PhotosState, QuestionElement, QuestionState } from "@fieldfare/forms";
import { memo, type ReactNode } from "react";
import { Icon } from "../../../../ui/icon.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import { BooleanQuestion, ChoiceQuestion, MultipleChoiceQuestion } from "./choices.tsx";
import styles from "./filling.module.css";
import { MatrixQuestion, TextsQuestion } from "./grids.tsx";
import { NoticeOffer } from "./notice-banner.tsx";
import { PanelsQuestion } from "./panels.tsx";
import type { QuestionProps } from "./question-props.ts";
import { SignatureQuestion } from "./signature.tsx";
import { CommentQuestion, TextQuestion } from "./texts.tsx";
import { useObservable } from "./use-observable.ts";

/** Draws a kind of question. A kind that is not drawn does not compile. */
function drawField(question: QuestionState, field: Omit<QuestionProps, "question">): ReactNode {
  switch (question.kind) {
    case "text":
      return <TextQuestion {...field} question={question} />;
    case "comment":
      return <CommentQuestion {...field} question={question} />;
    case "radiogroup":
    case "dropdown":
    case "buttongroup":
    case "rating":
      return <ChoiceQuestion {...field} question={question} />;
    case "checkbox":
    case "tagbox":
      return <MultipleChoiceQuestion {...field} question={question} />;
    case "boolean":
      return <BooleanQuestion {...field} question={question} />;
    case "expression":
      return <ComputedValue {...field} question={question} />;
    case "file":
      return <Photos {...field} question={question} />;
    case "signaturepad":
      return <SignatureQuestion {...field} question={question} />;
    case "paneldynamic":
      return <PanelsQuestion {...field} question={question} />;
    case "matrix":
      return <MatrixQuestion {...field} question={question} />;
    case "multipletext":
      return <TextsQuestion {...field} question={question} />;
    default:
      return question satisfies never;
  }
}

export const QuestionField = memo(function QuestionField({
  element,
}: {
  element: QuestionElement;
}) {
  const question = useObservable(element);
  if (!question.isVisible) return null;
  const { id, errors, warnings } = question;
  const isOptional = question.isInput && !question.isRequired && !question.isReadOnly;
  const isList = question.kind === "paneldynamic";
  const label = question.title || strings().untitled;
  return (
    <>
      <div
        className={styles.question}
        data-question={question.name}
        data-question-id={id}
        data-in-error={errors.length > 0 ? true : undefined}
      >
        {drawField(question, {
          name: id,
          label: isOptional && !isList ? strings().optional(label) : label,
          hint: question.description || undefined,
          error: errors.length > 0 ? errors.join(" ") : undefined,
          disabled: question.isReadOnly,
        })}
        <div role="status">
          {warnings.map((text) => (
            <p key={text} className={styles.warning}>
              <Icon name="alert-triangle" size={20} />
              <span>{text}</span>
            </p>
          ))}
        </div>
      </div>
      <NoticeOffer path={question.path} />
    </>
  );
});

/** A read-only value that the form computes from other answers. */
function ComputedValue({ question, label, hint }: QuestionProps<ComputedState>) {
  return (
    <div className={styles.computed}>
      <span className={styles.label}>{label}</span>
      {hint && <span className={styles.description}>{hint}</span>}
      <output className={styles.computedValue} dir="auto">
        {question.text === "" ? strings().nothing : question.text}
      </output>
    </div>
  );
}

/** Where photos come from differs: the phone's camera, or none in a preview. */
function Photos(props: QuestionProps<PhotosState>) {
  const { PhotosQuestion } = useFilling();
  return <PhotosQuestion {...props} />;
}
