import { type UnusedPartsAnswers, unusedParts, unusedPartsFaults } from "@fieldfare/domain";
import { TextArea } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { type Closing, formStep } from "./step.tsx";
import styles from "./unused-parts-step.module.css";
import { words } from "./words.ts";

export const unusedPartsStep = formStep<"unusedParts">({
  title: () => words().unusedParts.title,
  parse: (kept) => ({ explanation: kept.text("explanation") }),
  check: (answers) => {
    const spoken = words().unusedParts;
    const said = { "explanation-missing": spoken.missing, "explanation-too-long": spoken.tooLong };
    const { explanation } = unusedPartsFaults(answers);
    return explanation ? { explanation: said[explanation] } : {};
  },
  Fields: ExplanationField,
});

function ExplanationField(props: { form: FormOf<UnusedPartsAnswers>; closing: Closing }) {
  const spoken = words().unusedParts;
  return (
    <>
      <div>
        <p id="unused-parts">{spoken.text}</p>
        <ul className={styles.parts} aria-labelledby="unused-parts">
          {unusedParts(props.closing.work.parts).map((part) => (
            <li key={part.jobPartId}>
              <span>{spoken.quantity(part.qty)}</span>{" "}
              <span dir="auto">{part.shortDescription}</span>
            </li>
          ))}
        </ul>
      </div>
      <TextArea
        label={spoken.explanation}
        maxLength={2000}
        tooLong={spoken.tooLong}
        {...props.form.field("explanation")}
      />
    </>
  );
}
