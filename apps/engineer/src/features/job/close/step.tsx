import type { CloseAnswers } from "@fieldfare/device";
import type { ComponentType } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Form, type FormErrors, type FormOf, useForm } from "../../../ui/form.tsx";
import { Page } from "../../../ui/page.tsx";
import type { Kept } from "../drafts.ts";
import { words } from "../words.ts";
import styles from "./step.module.css";

/** What a step asks, checks and gives to the closing. */
interface StepDefinition<V extends object> {
  /** What its answers are kept under. */
  readonly name: string;
  readonly title: () => string;
  readonly parse: (kept: Kept) => V;
  readonly check: (values: V) => FormErrors<V>;
  readonly answers: (values: V) => Partial<CloseAnswers>;
  readonly Fields: ComponentType<{ form: FormOf<V> }>;
}

interface StepFrame {
  readonly position: string;
  readonly isLast: boolean;
  readonly values: object;
  readonly onChange: (values: object) => void;
  readonly onBack: () => void;
  readonly onSubmit: (values: object) => Promise<void> | void;
}

/** A step as the wizard sees it, whatever it asks. */
export interface CloseStep {
  readonly name: string;
  readonly parse: (kept: Kept) => object;
  readonly isComplete: (values: object) => boolean;
  readonly answers: (values: object) => Partial<CloseAnswers>;
  readonly Screen: ComponentType<StepFrame>;
}

/** The wizard hands a step only what the step's own `parse` or form has made, so the casts hold. */
export function closeStep<V extends object>(definition: StepDefinition<V>): CloseStep {
  const { name, title, parse, check, answers, Fields } = definition;
  return {
    name,
    parse,
    isComplete: (values) => Object.values(check(values as V)).every((error) => error === undefined),
    answers: (values) => answers(values as V),
    Screen: function StepScreen(frame) {
      const spoken = words().close;
      const form = useForm<V>({
        initial: frame.values as V,
        check,
        onChange: frame.onChange,
        onSubmit: frame.onSubmit,
      });
      return (
        <Page
          title={spoken.title}
          back={frame.onBack}
          main={
            <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.finishing}>
              {frame.isLast ? spoken.finish : spoken.next}
            </Button>
          }
        >
          <div>
            <p className={styles.position}>{frame.position}</p>
            <h2 className={styles.title}>{title()}</h2>
          </div>
          <Card>
            <Form form={form}>
              <Fields form={form} />
            </Form>
          </Card>
        </Page>
      );
    },
  };
}
