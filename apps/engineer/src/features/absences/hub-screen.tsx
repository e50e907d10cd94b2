import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { words } from "./words.ts";

export function HubScreen() {
  const spoken = words();
  return (
    <Page title={spoken.title} back="/">
      <Rows label={spoken.title}>
        <RowLink
          to="/absences/holidays"
          icon="calendar"
          label={spoken.dashboard}
          detail={spoken.dashboardDetail}
        />
        <RowLink
          to="/absences/documents"
          icon="file"
          label={spoken.documents}
          detail={spoken.documentsDetail}
        />
      </Rows>
    </Page>
  );
}
