import {
  type HeatingAnswers,
  type HeatingQuestion,
  validateHeating,
  heatingQuestions,
} from "@fieldfare/domain";
import { ChoiceButtons } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { formStep } from "./step.tsx";
import { strings } from "./strings.ts";

export const heatingStep = formStep<"heating">({
  title: () => strings().heating.title,
  parse: (saved) => mapQuestions(heatingQuestions, (question) => saved.choice(question)),
  check: (answers) => {
    const issues = validateHeating(answers);
    const unanswered = heatingQuestions.filter((question) => issues[question]);
    return mapQuestions(unanswered, () => strings().heating.missing);
  },
  Fields: HeatingFields,
});

function HeatingFields({ form }: { form: FormState<HeatingAnswers> }) {
  const text = strings().heating;
  const choices = (["yes", "no"] as const).map((value) => ({ value, text: text[value] }));
  return heatingQuestions.map((question) => {
    const { value, onChange, ...field } = form.field(question);
    return (
      <ChoiceButtons
        key={question}
        {...field}
        label={text.questions[question]}
        choices={choices}
        value={value === null ? null : value ? "yes" : "no"}
        onChange={(chosen) => onChange(chosen === "yes")}
      />
    );
  });
}

function mapQuestions<V>(
  questions: readonly HeatingQuestion[],
  getValue: (question: HeatingQuestion) => V,
): Record<HeatingQuestion, V> {
  const entries = questions.map((question) => [question, getValue(question)]);
  return Object.fromEntries(entries) as Record<HeatingQuestion, V>;
}
