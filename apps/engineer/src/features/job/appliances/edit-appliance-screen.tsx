import { readAppliance, updateAppliance } from "@fieldfare/device";
import { applianceAnswersOf } from "@fieldfare/domain";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { list, parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { ScrapButton, ScrappedAppliance } from "./scrapping.tsx";
import { words } from "./words.ts";

export function EditApplianceScreen({ job }: JobScreen) {
  const { record, expectRemoval } = useRecord(job, "propertyAssetId", readAppliance, list);
  const spoken = words();
  if (!record) return <EntryLoading title={spoken.editTitle} list={list} />;
  if (record.scrapped) return <ScrappedAppliance job={job} appliance={record} />;
  const { propertyAssetId } = record;
  return (
    <RecordEntry
      job={job}
      kind={`appliance:${propertyAssetId}`}
      title={spoken.editTitle}
      list={list}
      original={applianceAnswersOf(record)}
      parse={parseAnswers}
    >
      {(begun) => (
        <ApplianceForm
          {...begun}
          applianceId={propertyAssetId}
          submit={spoken.update}
          done={spoken.wasUpdated}
          save={(device, answers) => updateAppliance(device, job.jobId, propertyAssetId, answers)}
        >
          <ScrapButton
            job={job}
            appliance={record}
            draft={begun.draft}
            expectRemoval={expectRemoval}
          />
        </ApplianceForm>
      )}
    </RecordEntry>
  );
}
