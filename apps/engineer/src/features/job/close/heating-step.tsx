import {
  type HeatingAnswers,
  type HeatingQuestion,
  heatingFaults,
  heatingQuestions,
} from "@fieldfare/domain";
import { ChoiceButtons } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { formStep } from "./step.tsx";
import { words } from "./words.ts";

export const heatingStep = formStep<"heating">({
  title: () => words().heating.title,
  parse: (kept) => ofQuestions(heatingQuestions, (question) => kept.choice(question)),
  check: (answers) => {
    const faults = heatingFaults(answers);
    const wrong = heatingQuestions.filter((question) => faults[question]);
    return ofQuestions(wrong, () => words().heating.missing);
  },
  Fields: HeatingFields,
});

function HeatingFields({ form }: { form: FormOf<HeatingAnswers> }) {
  const spoken = words().heating;
  const choices = (["yes", "no"] as const).map((value) => ({ value, text: spoken[value] }));
  return heatingQuestions.map((question) => {
    const { value, onChange, ...field } = form.field(question);
    return (
      <ChoiceButtons
        key={question}
        {...field}
        label={spoken.questions[question]}
        choices={choices}
        value={value === null ? null : value ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "yes")}
      />
    );
  });
}

function ofQuestions<V>(
  questions: readonly HeatingQuestion[],
  valueOf: (question: HeatingQuestion) => V,
): Record<HeatingQuestion, V> {
  const entries = questions.map((question) => [question, valueOf(question)]);
  return Object.fromEntries(entries) as Record<HeatingQuestion, V>;
}
