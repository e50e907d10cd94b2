import { absenceTypes } from "@fieldfare/domain";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { words } from "./words.ts";

export function ChooseTypeScreen() {
  const spoken = words();
  return (
    <Page title={spoken.chooseTitle} back="/absences/holidays">
      <Rows label={spoken.chooseTitle}>
        {absenceTypes.map((type) => (
          <RowLink
            key={type}
            to={`/absences/request/${type}`}
            label={spoken.types[type]}
            detail={spoken.typeDetails[type]}
          />
        ))}
      </Rows>
    </Page>
  );
}
