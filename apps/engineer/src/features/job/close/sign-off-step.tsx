import { type SignOffAnswers, signOffFaults } from "@fieldfare/domain";
import { Switch } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { formStep } from "./step.tsx";
import { words } from "./words.ts";

export const signOffStep = formStep<"signOff">({
  title: () => words().signOff.title,
  parse: (kept) => ({ isAgreed: kept.flag("isAgreed") }),
  check: (answers) =>
    signOffFaults(answers).isAgreed ? { isAgreed: words().signOff.agreeMissing } : {},
  Fields: SignOffFields,
});

function SignOffFields({ form }: { form: FormOf<SignOffAnswers> }) {
  const spoken = words().signOff;
  return (
    <>
      <p>{spoken.text}</p>
      <Switch label={spoken.agree} {...form.field("isAgreed")} />
    </>
  );
}
