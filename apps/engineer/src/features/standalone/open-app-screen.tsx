import { SupportPhone } from "../../phone/support-phone.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/** Shown in a browser tab of an installed phone if the settings allow only the icon. Queued messages are still sent. */
export function OpenAppScreen() {
  const text = strings();
  return (
    <Page title={text.title} bare>
      <EmptyState icon="device-mobile" title={text.heading}>
        {text.text}
      </EmptyState>
      <SupportPhone />
    </Page>
  );
}
