import type { JobRow, Work } from "@fieldfare/device";
import {
  type ClosingAnswers,
  type ClosingContext,
  type ClosingStep,
  closingSteps,
} from "@fieldfare/domain";
import type { ComponentType, ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form, type FormErrors, type FormState, useForm } from "../../../ui/form.tsx";
import { Page } from "../../../ui/page.tsx";
import { StepHeading } from "../../../ui/step-heading.tsx";
import { strings } from "./strings.ts";

/** The data that the wizard works on, live. */
export interface Closing extends ClosingContext {
  readonly job: JobRow;
  readonly work: Work;
}

export interface StepFrame<S extends ClosingStep> {
  readonly step: S;
  readonly closing: Closing;
  readonly answers: ClosingAnswers[S];
  readonly onChange: (answers: ClosingAnswers[S]) => void;
  readonly onBack: () => void;
  readonly onSubmit: (answers: ClosingAnswers[S]) => Promise<void> | void;
}

/** The screen of one step of the close wizard. */
export type CloseStep<S extends ClosingStep> = ComponentType<StepFrame<S>>;

/** Builds a step from a form: its fields and its validation. */
export function formStep<S extends ClosingStep>(definition: {
  readonly title: () => string;
  readonly check: (answers: ClosingAnswers[S], closing: Closing) => FormErrors<ClosingAnswers[S]>;
  readonly Fields: ComponentType<{
    readonly form: FormState<ClosingAnswers[S]>;
    readonly closing: Closing;
  }>;
}): CloseStep<S> {
  const { title, check, Fields } = definition;
  return function FormStep({ step, closing, answers, onChange, onBack, onSubmit }) {
    const text = strings();
    const form = useForm<ClosingAnswers[S]>({
      initial: answers,
      check: (values) => check(values, closing),
      onChange,
      onSubmit,
    });
    const isLast = closingSteps(closing).at(-1) === step;
    return (
      <StepPage
        step={step}
        closing={closing}
        title={title()}
        back={onBack}
        main={
          <Button type="submit" form={form.id} kind="main" busy={form.isBusy && text.finishing}>
            {isLast ? text.finish : text.next}
          </Button>
        }
      >
        <Card>
          <Form form={form}>
            <Fields form={form} closing={closing} />
          </Form>
        </Card>
      </StepPage>
    );
  };
}

/** The page of every step, with the position in the wizard. */
export function StepPage(props: {
  readonly step: ClosingStep;
  readonly closing: Closing;
  readonly title: string;
  readonly back: () => void;
  readonly main: ReactNode;
  readonly children: ReactNode;
}) {
  const text = strings();
  const steps = closingSteps(props.closing);
  return (
    <Page title={text.title} back={props.back} main={props.main}>
      <StepHeading
        title={props.title}
        position={text.position(steps.indexOf(props.step) + 1, steps.length)}
      />
      {props.children}
    </Page>
  );
}
