import { isNumberQuestion, readMaxLength, numberAnswer, typedIssue } from "@fieldfare/forms";
import { useEffect, useRef, useState } from "react";
import type { Question, QuestionCommentModel, QuestionTextModel } from "survey-core";
import { Button } from "../../../../ui/button.tsx";
import { TextArea, TextField } from "../../../../ui/field.tsx";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { setAnswer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";

const types = { date: "date", email: "email", tel: "tel", time: "time" } as const;
const modes = {
  number: "decimal",
  range: "decimal",
  tel: "tel",
  email: "email",
} as const;

/** A text or number field. A text that is not a valid number stays as typed, with an error. */
export function TextQuestion({ question, ...field }: QuestionProps<QuestionTextModel>) {
  const { inputType } = question;
  const typing = useTyping(question);
  const own: unknown = question.getPropertyValue("inputMode");
  return (
    <>
      <TextField
        {...field}
        {...typing.props}
        error={typing.resolveError(field.error)}
        type={types[inputType as keyof typeof types] ?? "text"}
        inputMode={isInputMode(own) ? own : modes[inputType as keyof typeof modes]}
        maxLength={readMaxLength(question) ?? undefined}
      />
      {typing.choices.length > 0 && (
        <div className={styles.suggestions}>
          {typing.choices.map((choice) => (
            <Button key={choice} onClick={() => typing.props.onChange(choice)}>
              {choice}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

export function CommentQuestion({ question, ...field }: QuestionProps<QuestionCommentModel>) {
  const typing = useTyping(question);
  return (
    <TextArea
      {...field}
      {...typing.props}
      error={typing.resolveError(field.error)}
      isShort={question.rows <= 3}
      maxLength={readMaxLength(question) ?? undefined}
    />
  );
}

const pauseMs = 900;
/** The form receives the text only in a pause of typing, because it then evaluates every question. */
const settleMs = 350;

/**
 * Draws and saves each letter at once; the form evaluates the text in a pause. No error is shown while the engineer
 * types. A number field shows the stored number after it loses focus.
 */
function useTyping(question: Question) {
  const { deferred, saveTyped: store } = useFilling();
  const value: unknown = question.value;
  const [typed, setTyped] = useState(() => formatAnswer(value));
  const [isTyping, setIsTyping] = useState(false);
  const lastAnswer = useRef(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The form itself computed, filled in or restored this value.
    if (Object.is(value, lastAnswer.current) || deferred.isPending(question)) return;
    lastAnswer.current = value;
    setTyped(formatAnswer(value));
  }, [value, deferred, question]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const issue = isTyping ? null : typedIssue(question, parseTyped(question, typed));
  return {
    /** Returns the error to show: a parse error first, because the form's own errors refer to the last valid value. */
    resolveError: (error: string | undefined) => (isTyping ? undefined : (issue?.message ?? error)),
    choices: issue?.choices ?? [],
    props: {
      value: typed,
      onChange(text: string) {
        setTyped(text);
        setIsTyping(true);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => setIsTyping(false), pauseMs);
        lastAnswer.current = parseTyped(question, text);
        store(question, lastAnswer.current);
        deferred.schedule(question, () => setAnswer(question, lastAnswer.current), settleMs);
      },
      onBlur() {
        if (isNumberQuestion(question)) setTyped(formatAnswer(lastAnswer.current));
        // Not at once: an error that appears or disappears would move the element that is being tapped.
        clearTimeout(pause.current);
        pause.current = setTimeout(() => setIsTyping(false), settleMs);
      },
    },
  };
}

function formatAnswer(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

function parseTyped(question: Question, typed: string): string | number | undefined {
  if (isNumberQuestion(question)) return numberAnswer(question, typed);
  return typed === "" ? undefined : typed;
}

function isInputMode(own: unknown): own is "numeric" | "decimal" | "tel" | "email" | "text" {
  return typeof own === "string" && ["numeric", "decimal", "tel", "email", "text"].includes(own);
}
