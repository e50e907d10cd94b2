import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

/** The office has locked this device. Signing in anew asks whether it still is. */
export function LockScreen() {
  const spoken = words();
  return (
    <Page title={spoken.title} secondary={<ButtonLink to="/signout">{spoken.signOut}</ButtonLink>}>
      <EmptyState icon="lock" title={spoken.locked}>
        {spoken.blocked} {spoken.contact}
      </EmptyState>
    </Page>
  );
}
