import {
  type HeatingAnswers,
  type HeatingContradiction,
  type HeatingQuestion,
  validateHeating,
  heatingQuestions,
  findHeatingContradictions,
  readGasOff,
} from "@fieldfare/domain";
import { Fragment } from "react";
import { Banner } from "../../../ui/banner.tsx";
import { ChoiceButtons } from "../../../ui/choice-field.tsx";
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
  return heatingQuestions.map((question) => {
    const { value, onChange, ...field } = form.field(question);
    return (
      <Fragment key={question}>
        <ChoiceButtons
          {...field}
          label={text.questions[question]}
          choices={choices}
          value={value === null ? null : value ? "yes" : "no"}
          onChange={(chosen) => onChange(chosen === "yes")}
        />
        {question === "isThePropertyCapped" &&
          gasOff.isSupplyCapped &&
          !contradictions.includes("capped-on-notice") && (
            <Banner tone="info">{text.capped}</Banner>
          )}
        {contradictions
          .filter((contradiction) => askedIn[contradiction] === question)
          .map((contradiction) => (
            <Banner key={contradiction} tone="warn" alert>
              {text.contradictions[contradiction]}
            </Banner>
          ))}
      </Fragment>
    );
  });
}

/** The question under which a contradiction is shown. */
const askedIn: Readonly<Record<HeatingContradiction, HeatingQuestion>> = {
  "capped-on-notice": "isThePropertyCapped",
  "heating-though-off": "isHeatingOperational",
  "hot-water-though-off": "hasHotWater",
};
