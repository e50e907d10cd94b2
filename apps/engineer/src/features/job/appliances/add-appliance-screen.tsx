import { addAppliance } from "@fieldfare/device";
import { blankAppliance } from "@fieldfare/domain";
import { AddRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { applianceSchema, appliancesPath, convertApplianceDraft } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { strings } from "./strings.ts";

/** The engineer adds an appliance to the property of the job. */
export function AddApplianceScreen({ job }: JobScreen) {
  return (
    <AddRecord
      job={job}
      entity="appliance"
      list={appliancesPath}
      text={strings()}
      schema={applianceSchema}
      convertDraft={convertApplianceDraft}
      blank={blankAppliance}
      add={addAppliance}
    >
      {(entry) => <ApplianceForm entry={entry} />}
    </AddRecord>
  );
}
