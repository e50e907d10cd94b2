import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { strings } from "./strings.ts";

/** Shown once everything of the engineer has been deleted from this phone because the office asked for it. */
export function WipedScreen() {
  const text = strings();
  return (
    <Page title={text.wipedTitle} bare main={<ButtonLink to="/login">{text.signIn}</ButtonLink>}>
      <Card>
        <EmptyState icon="check" title={text.wiped}>
          {text.wipedText}
        </EmptyState>
        <SupportPhone />
      </Card>
    </Page>
  );
}
