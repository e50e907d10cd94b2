import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Form, type FormOf } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

/** One step of the wizard: where one is, the form, and on. */
export function StepPage<V>(props: {
  step: 1 | 2 | 3;
  of: 2 | 3;
  title: string;
  form: FormOf<V>;
  onBack: () => void;
  children: ReactNode;
}) {
  const { form, step, of } = props;
  const spoken = words();
  const isLast = step === of;
  return (
    <Page
      title={spoken.stepOf(step, of)}
      bare
      back={props.onBack}
      main={
        <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.installing}>
          {isLast ? spoken.finish : spoken.next}
        </Button>
      }
    >
      <Card title={props.title}>
        <Form form={form}>{props.children}</Form>
      </Card>
    </Page>
  );
}
