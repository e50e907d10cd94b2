import {
  type HeatingAnswers,
  validateHeating,
  heatingQuestions,
  findHeatingContradictions,
  readGasOff,
} from "@fieldfare/domain";
import { Banner } from "../../../ui/banner.tsx";
import { ChoiceButtons } from "../../../ui/field.tsx";
import { describeIssues, type FormState } from "../../../ui/form.tsx";
import { type Closing, formStep } from "./step.tsx";
import { strings } from "./strings.ts";

export const heatingStep = formStep<"heating">({
  title: () => strings().heating.title,
  check: (answers) => {
    const issues = validateHeating(answers);
    return describeIssues(issues, { "yes-or-no-missing": strings().heating.missing });
  },
  Fields: HeatingFields,
});

function HeatingFields({ form, closing }: { form: FormState<HeatingAnswers>; closing: Closing }) {
  const text = strings().heating;
  const gasOff = readGasOff(closing.job.customForms);
  const contradictions = findHeatingContradictions(form.values, gasOff);
  const choices = (["yes", "no"] as const).map((value) => ({ value, text: text[value] }));
  const questions = heatingQuestions.map((question) => {
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
  return (
    <>
      {questions}
      {gasOff.isSupplyCapped && !contradictions.includes("capped-on-notice") && (
        <Banner tone="info">{text.capped}</Banner>
      )}
      {contradictions.map((contradiction) => (
        <Banner key={contradiction} tone="warn" alert>
          {text.contradictions[contradiction]}
        </Banner>
      ))}
    </>
  );
}
