import { SupportPhone } from "../../phone/support-phone.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/** In a browser tab of an installed phone, where the system is set so. What waits is sent all the same. */
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
