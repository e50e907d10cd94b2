import { addAppliance } from "@fieldfare/device";
import { blankAppliance } from "@fieldfare/domain";
import { RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { list, parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { words } from "./words.ts";

export function AddApplianceScreen({ job }: JobScreen) {
  const spoken = words();
  return (
    <RecordEntry
      job={job}
      kind="appliance"
      title={spoken.addTitle}
      list={list}
      original={blankAppliance}
      parse={parseAnswers}
    >
      {(begun) => (
        <ApplianceForm
          {...begun}
          submit={spoken.submit}
          done={spoken.wasAdded}
          save={(device, answers) => addAppliance(device, job.jobId, answers)}
        />
      )}
    </RecordEntry>
  );
}
