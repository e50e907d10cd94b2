import { readAppliance, updateAppliance } from "@fieldfare/device";
import { isOnCompleteRecord, readApplianceAnswers } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { EditRecord } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { applianceSchema, appliancesPath, convertApplianceDraft } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { ScrapButton, ScrappedAppliance } from "./scrapping.tsx";
import { strings } from "./strings.ts";

/** The engineer changes or scraps the appliance that the address names. A scrapped one can only be read. */
export function EditApplianceScreen({ job }: JobScreen) {
  const { propertyAssetId } = useParams({
    from: "/jobs/selected/property/appliances/edit/$propertyAssetId",
  });
  const text = strings();
  return (
    <EditRecord
      job={job}
      entity="appliance"
      list={appliancesPath}
      text={{
        ...text,
        updated: isOnCompleteRecord(job.customForms, propertyAssetId)
          ? text.updatedOnRecord
          : text.updated,
      }}
      schema={applianceSchema}
      convertDraft={convertApplianceDraft}
      id={propertyAssetId}
      read={readAppliance}
      getId={(appliance) => appliance.propertyAssetId}
      toAnswers={readApplianceAnswers}
      update={(device, jobId, appliance, answers) =>
        updateAppliance(device, jobId, appliance.propertyAssetId, answers)
      }
      renderEnded={(appliance) =>
        appliance.scrapped && <ScrappedAppliance job={job} appliance={appliance} />
      }
    >
      {(entry, appliance) => (
        <ApplianceForm entry={entry}>
          <ScrapButton entry={entry} appliance={appliance} />
        </ApplianceForm>
      )}
    </EditRecord>
  );
}
