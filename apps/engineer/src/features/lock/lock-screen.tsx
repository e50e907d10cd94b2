import { SupportPhone } from "../../device/support-phone.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

/**
 * The office has locked this device. Nothing of what is stored is shown; what waits is still sent, and
 * all of it is back when the office unlocks the device.
 */
export function LockScreen() {
  const spoken = words();
  return (
    <Page
      title={spoken.title}
      bare
      secondary={<ButtonLink to="/signout">{spoken.signOut}</ButtonLink>}
    >
      <Card>
        <EmptyState icon="lock" title={spoken.locked}>
          {spoken.blocked} {spoken.contact}
        </EmptyState>
        <SupportPhone />
        <p>{spoken.kept}</p>
      </Card>
    </Page>
  );
}
