import { Switch } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { words } from "../words.ts";
import { closeStep } from "./step.tsx";

interface Answers {
  readonly agreed: boolean;
}

export const signOff = closeStep<Answers>({
  name: "signOff",
  title: () => words().close.signOff.title,
  parse: (kept) => ({ agreed: kept.flag("agreed") }),
  check: ({ agreed }) => (agreed ? {} : { agreed: words().close.signOff.agreeMissing }),
  answers: ({ agreed }) => ({ engineerSignOffAgreed: agreed }),
  Fields: SignOffFields,
});

function SignOffFields({ form }: { form: FormOf<Answers> }) {
  const spoken = words().close.signOff;
  return (
    <>
      <p>{spoken.text}</p>
      <Switch label={spoken.agree} {...form.field("agreed")} />
    </>
  );
}
