import { readAppliance, updateAppliance } from "@fieldfare/device";
import { readApplianceAnswers } from "@fieldfare/domain";
import { useRecord } from "../record.ts";
import { EntryLoading, RecordEntry } from "../record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { appliancesPath, parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { ScrapButton, ScrappedAppliance } from "./scrapping.tsx";
import { strings } from "./strings.ts";

export function EditApplianceScreen({ job }: JobScreen) {
  const { record, expectRemoval } = useRecord(
    job,
    "propertyAssetId",
    readAppliance,
    appliancesPath,
  );
  const text = strings();
  if (!record) return <EntryLoading title={text.editTitle} list={appliancesPath} />;
  if (record.scrapped) return <ScrappedAppliance job={job} appliance={record} />;
  const { propertyAssetId } = record;
  return (
    <RecordEntry
      job={job}
      kind={`appliance:${propertyAssetId}`}
      title={text.editTitle}
      list={appliancesPath}
      original={readApplianceAnswers(record)}
      parse={parseAnswers}
    >
      {(base) => (
        <ApplianceForm
          {...base}
          applianceId={propertyAssetId}
          submit={text.update}
          done={text.wasUpdated}
          save={(device, answers) => updateAppliance(device, job.jobId, propertyAssetId, answers)}
        >
          <ScrapButton
            job={job}
            appliance={record}
            draft={base.draft}
            expectRemoval={expectRemoval}
          />
        </ApplianceForm>
      )}
    </RecordEntry>
  );
}
