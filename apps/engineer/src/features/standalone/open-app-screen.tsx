import { SupportPhone } from "../../device/support-phone.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { words } from "./words.ts";

/** In a browser tab of an installed phone, where the system is set so. What waits is sent all the same. */
export function OpenAppScreen() {
  const spoken = words();
  return (
    <Page title={spoken.title} bare>
      <EmptyState icon="device-mobile" title={spoken.heading}>
        {spoken.text}
      </EmptyState>
      <SupportPhone />
    </Page>
  );
}
