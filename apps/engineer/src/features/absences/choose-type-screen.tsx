import { absenceTypes } from "@fieldfare/domain";
import { Page } from "../../ui/page.tsx";
import { RowLink, Rows } from "../../ui/rows.tsx";
import { strings } from "./strings.ts";

/** The engineer chooses what kind of absence to request: the first step of a new request. */
export function ChooseTypeScreen() {
  const text = strings();
  return (
    <Page title={text.chooseTitle} back="/absences/holidays">
      <Rows label={text.chooseTitle}>
        {absenceTypes.map((type) => (
          <RowLink
            key={type}
            to={{ to: "/absences/request/$type", params: { type } }}
            label={text.types[type]}
            detail={text.typeDetails[type]}
          />
        ))}
      </Rows>
    </Page>
  );
}
