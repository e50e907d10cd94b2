import type { ReactNode } from "react";
import { EmptyState } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { strings } from "./strings.ts";

/** Explains why a form cannot be filled in. `main` is the button that resolves it, if there is one. */
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
