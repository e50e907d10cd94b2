import { isNumberQuestion, maxLengthOf, numberAnswer, typedIssue } from "@fieldfare/forms";
import { useEffect, useRef, useState } from "react";
import type { Question, QuestionCommentModel, QuestionTextModel } from "survey-core";
import { Button } from "../../../../ui/button.tsx";
import { TextArea, TextField } from "../../../../ui/field.tsx";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { answer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";

const types = { date: "date", email: "email", tel: "tel", time: "time" } as const;
const modes = {
  number: "decimal",
  range: "decimal",
  tel: "tel",
  email: "email",
} as const;

/** A number is stored once it is understood; what is not stays as it was typed, with what has to be put right. */
export function TextQuestion({ question, ...field }: QuestionProps<QuestionTextModel>) {
  const { inputType } = question;
  const typing = useTyping(question);
  const own: unknown = question.getPropertyValue("inputMode");
  return (
    <>
      <TextField
        {...field}
        {...typing.props}
        error={typing.errorOver(field.error)}
        type={types[inputType as keyof typeof types] ?? "text"}
        inputMode={isMode(own) ? own : modes[inputType as keyof typeof modes]}
        maxLength={maxLengthOf(question) ?? undefined}
      />
      {typing.choices.length > 0 && (
        <div className={styles.meant}>
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
      error={typing.errorOver(field.error)}
      isShort={question.rows <= 3}
      maxLength={maxLengthOf(question) ?? undefined}
    />
  );
}

const pauseMs = 900;
/** The form is told of a text when the thumb pauses: it looks at every question then. */
const settleMs = 350;

/**
 * Each letter is on the screen and stored at once; the form works out what follows from the text in a pause.
 * While one types nothing is said about what is only half there. A field that was left shows what is stored.
 */
function useTyping(question: Question) {
  const { later, typed: store } = useFilling();
  const value: unknown = question.value;
  const [typed, setTyped] = useState(() => shown(value));
  const [isUnderWay, setUnderWay] = useState(false);
  const given = useRef(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Worked out, filled in or put back by the form itself.
    if (Object.is(value, given.current) || later.isWaiting(question)) return;
    given.current = value;
    setTyped(shown(value));
  }, [value, later, question]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const issue = isUnderWay ? null : typedIssue(question, answerOf(question, typed));
  return {
    /** The form's own errors look at what has been understood. */
    errorOver: (error: string | undefined) => (isUnderWay ? undefined : (issue?.message ?? error)),
    choices: issue?.choices ?? [],
    props: {
      value: typed,
      onChange(text: string) {
        setTyped(text);
        setUnderWay(true);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => setUnderWay(false), pauseMs);
        given.current = answerOf(question, text);
        store(question, given.current);
        later.do(question, () => answer(question, given.current), settleMs);
      },
      onBlur() {
        if (isNumberQuestion(question)) setTyped(shown(given.current));
        // Not at once: what appears or goes must not move what is being tapped from under the finger.
        clearTimeout(pause.current);
        pause.current = setTimeout(() => setUnderWay(false), settleMs);
      },
    },
  };
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

function answerOf(question: Question, typed: string): string | number | undefined {
  if (isNumberQuestion(question)) return numberAnswer(question, typed);
  return typed === "" ? undefined : typed;
}

function isMode(own: unknown): own is "numeric" | "decimal" | "tel" | "email" | "text" {
  return typeof own === "string" && ["numeric", "decimal", "tel", "email", "text"].includes(own);
}
