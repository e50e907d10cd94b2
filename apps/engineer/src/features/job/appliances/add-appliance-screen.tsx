import { addAppliance } from "@fieldfare/device";
import { blankAppliance } from "@fieldfare/domain";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { appliancesPath, parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { strings } from "./strings.ts";

export function AddApplianceScreen({ job }: JobScreen) {
  const text = strings();
  return (
    <RecordEntry
      job={job}
      kind="appliance"
      title={text.addTitle}
      list={appliancesPath}
      original={blankAppliance}
      parse={parseAnswers}
    >
      {(base) => (
        <ApplianceForm
          {...base}
          submit={text.submit}
          done={text.wasAdded}
          save={(device, answers) => addAppliance(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
