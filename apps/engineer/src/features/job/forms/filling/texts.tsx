import { useEffect, useRef, useState } from "react";
import type { Question, QuestionCommentModel, QuestionTextModel } from "survey-core";
import { TextArea, TextField } from "../../../../ui/field.tsx";
import { useFilling } from "./context.ts";
import { answer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";

const types = { date: "date", email: "email", tel: "tel", time: "time" } as const;
const modes = {
  number: "decimal",
  range: "decimal",
  tel: "tel",
  email: "email",
} as const;

export function TextQuestion({ question, ...field }: QuestionProps<QuestionTextModel>) {
  const { inputType } = question;
  const typing = useTyping(question, inputType === "number" ? toNumber : toText);
  const own: unknown = question.getPropertyValue("inputMode");
  return (
    <TextField
      {...field}
      {...typing.props}
      error={typing.isUnderWay ? undefined : field.error}
      type={types[inputType as keyof typeof types] ?? "text"}
      inputMode={isMode(own) ? own : modes[inputType as keyof typeof modes]}
      maxLength={question.getMaxLength() ?? undefined}
    />
  );
}

export function CommentQuestion({ question, ...field }: QuestionProps<QuestionCommentModel>) {
  const typing = useTyping(question, toText);
  return (
    <TextArea
      {...field}
      {...typing.props}
      error={typing.isUnderWay ? undefined : field.error}
      isShort={question.rows <= 3}
      maxLength={question.getMaxLength() ?? undefined}
    />
  );
}

const pauseMs = 900;
/** The form is told of a text when the thumb pauses: it looks at every question then. */
const settleMs = 350;

/**
 * Each letter is on the screen and stored at once; the form works out what follows from the text in a pause.
 * While one types nothing is said about what is only half there.
 */
function useTyping(question: Question, parse: (typed: string) => unknown) {
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
  return {
    isUnderWay,
    props: {
      value: typed,
      onChange(text: string) {
        setTyped(text);
        setUnderWay(true);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => setUnderWay(false), pauseMs);
        given.current = parse(text);
        store(question, given.current);
        later.do(question, () => answer(question, given.current), settleMs);
      },
      onBlur() {
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

function toText(typed: string): unknown {
  return typed === "" ? undefined : typed;
}

/** What is no number stays as it was typed: the form says so. */
function toNumber(typed: string): unknown {
  const text = typed.trim().replace(",", ".");
  if (text === "") return undefined;
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(text) ? Number(text) : typed;
}

function isMode(own: unknown): own is "numeric" | "decimal" | "tel" | "email" | "text" {
  return typeof own === "string" && ["numeric", "decimal", "tel", "email", "text"].includes(own);
}
