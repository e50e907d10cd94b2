import type { ReactNode } from "react";
import { EmptyState } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { strings } from "./strings.ts";

/** A form that cannot be filled in, and why; `main`: what can be done about it. */
export function UnusableForm(props: { title: string; text: string; main?: ReactNode }) {
  const { title, text, main } = props;
  return (
    <Page title={strings().title} back="/jobs/selected/forms" main={main}>
      <EmptyState icon="alert-triangle" title={title}>
        {text}
      </EmptyState>
    </Page>
  );
}
