import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorNotice } from "../server/error-notice.tsx";
import { Page } from "../ui/page.tsx";

/** Is shown instead of a screen that failed to draw. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <ErrorNotice error={error} retry={reset} />
    </Page>
  );
}
