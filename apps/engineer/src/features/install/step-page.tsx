import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, type FormState } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/** One step of the wizard: its number, its form and the button to the next step. */
export function StepPage<V>(props: {
  step: 1 | 2 | 3;
  of: 2 | 3;
  title: string;
  form: FormState<V>;
  onBack: () => void;
  children: ReactNode;
}) {
  const { form, step, of } = props;
  const text = strings();
  const isLast = step === of;
  return (
    <Page
      title={text.stepPosition(step, of)}
      bare
      back={props.onBack}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.installing}>
          {isLast ? text.finish : text.next}
        </Button>
      }
    >
      <Card title={props.title}>
        <Form form={form}>{props.children}</Form>
      </Card>
    </Page>
  );
}
