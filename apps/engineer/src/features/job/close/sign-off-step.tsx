import { type SignOffAnswers, validateSignOff } from "@fieldfare/domain";
import { Switch } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { formStep } from "./step.tsx";
import { strings } from "./strings.ts";

export const signOffStep = formStep<"signOff">({
  title: () => strings().signOff.title,
  check: (answers) =>
    validateSignOff(answers).isAgreed ? { isAgreed: strings().signOff.agreeMissing } : {},
  Fields: SignOffFields,
});

function SignOffFields({ form }: { form: FormState<SignOffAnswers> }) {
  const text = strings().signOff;
  return (
    <>
      <p>{text.text}</p>
      <Switch label={text.agree} {...form.field("isAgreed")} />
    </>
  );
}
