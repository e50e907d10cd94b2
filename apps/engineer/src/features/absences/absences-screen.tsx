import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { strings } from "./strings.ts";

/** The engineer chooses between the absence dashboard and the office's documents about absences. */
export function AbsencesScreen() {
  const text = strings();
  return (
    <Page title={text.title} back="/">
      <Rows label={text.title}>
        <RowLink
          to="/absences/holidays"
          icon="calendar"
          label={text.dashboard}
          detail={text.dashboardDetail}
        />
        <RowLink
          to="/absences/documents"
          icon="file"
          label={text.documents}
          detail={text.documentsDetail}
        />
      </Rows>
    </Page>
  );
}
