import type { CommentState, TextState } from "@fieldfare/forms";
import { Button } from "../../../../ui/button.tsx";
import { TextArea, TextField } from "../../../../ui/field.tsx";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";

const types = ["date", "email", "tel", "time"] as const;
const inputModes = ["numeric", "decimal", "tel", "email", "text"] as const;
const defaultModes: Readonly<Record<string, (typeof inputModes)[number]>> = {
  number: "decimal",
  range: "decimal",
  tel: "tel",
  email: "email",
};

/** A text or number field. A text that is not a valid number stays as typed, with an error. */
export function TextQuestion({ question, ...field }: QuestionProps<TextState>) {
  const { inputType, inputMode, suggestions } = question;
  const typing = useTyping(question);
  const shownMode = inputModes.find((mode) => mode === inputMode) ?? defaultModes[inputType];
  return (
    <>
      <TextField
        {...field}
        {...typing}
        type={types.find((type) => type === inputType) ?? "text"}
        {...(shownMode && { inputMode: shownMode })}
      />
      {suggestions.length > 0 && (
        <div className={styles.suggestions}>
          {suggestions.map((suggestion) => (
            <Button key={suggestion} onClick={() => typing.onChange(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** A question whose answer has several lines. Up to three rows make the field a short one. */
export function CommentQuestion({ question, ...field }: QuestionProps<CommentState>) {
  return <TextArea {...field} {...useTyping(question)} isShort={question.rows <= 3} />;
}

function useTyping({ path, text, error, maxLength }: TextState | CommentState) {
  const { session } = useFilling();
  return {
    value: text,
    error,
    maxLength,
    onChange: (typed: string) => session.type(path, typed),
    onBlur: () => session.leaveField(path),
  };
}
