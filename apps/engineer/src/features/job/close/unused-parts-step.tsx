import { type UnusedPartsAnswers, unusedParts, validateUnusedParts } from "@fieldfare/domain";
import { TextArea } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { type Closing, formStep } from "./step.tsx";
import styles from "./unused-parts-step.module.css";
import { strings } from "./strings.ts";

export const unusedPartsStep = formStep<"unusedParts">({
  title: () => strings().unusedParts.title,
  check: (answers) => {
    const text = strings().unusedParts;
    const texts = { "explanation-missing": text.missing, "explanation-too-long": text.tooLong };
    const { explanation } = validateUnusedParts(answers);
    return explanation ? { explanation: texts[explanation] } : {};
  },
  Fields: ExplanationField,
});

function ExplanationField(props: { form: FormState<UnusedPartsAnswers>; closing: Closing }) {
  const text = strings().unusedParts;
  return (
    <>
      <div>
        <p id="unused-parts">{text.text}</p>
        <ul className={styles.parts} aria-labelledby="unused-parts">
          {unusedParts(props.closing.work.parts).map((part) => (
            <li key={part.jobPartId}>
              <span>{text.quantity(part.qty)}</span> <span dir="auto">{part.shortDescription}</span>
            </li>
          ))}
        </ul>
      </div>
      <TextArea
        label={text.explanation}
        maxLength={2000}
        tooLong={text.tooLong}
        {...props.form.field("explanation")}
      />
    </>
  );
}
