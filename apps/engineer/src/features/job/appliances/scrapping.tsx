import {
  type PropertyAppliance,
  reinstateAppliance,
  removeAppliance,
  scrapAppliance,
} from "@fieldfare/device";
import {
  type ApplianceAnswers,
  findRemovedAppliances,
  isOnCompleteRecord,
  readApplianceAnswers,
  removalKind,
} from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import { RetireButton, RetiredRecord, RemoveButton } from "../record/record-removal.tsx";
import type { Entry } from "../record/record-entry.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { appliancesPath } from "./appliance-answers.ts";
import { listDetails, formatManufacturerAndModel, formatType } from "./appliance-labels.ts";
import { useLists } from "./lists.ts";
import { strings } from "./strings.ts";

/** Deletes an appliance that the engineer added. Scraps any other appliance, which can be undone. */
export function ScrapButton(props: {
  entry: Entry<ApplianceAnswers>;
  appliance: PropertyAppliance;
}) {
  const { entry, appliance } = props;
  const { jobId } = entry.job;
  const { propertyAssetId } = appliance;
  const lists = useLists();
  const text = strings();
  if (removalKind(appliance) === "delete")
    return (
      <RemoveButton
        entry={entry}
        name={`${formatType(appliance, lists)} ${formatManufacturerAndModel(readApplianceAnswers(appliance).manufacturerAndModel)}`}
        effect={
          findRemovedAppliances(entry.job.customForms, [propertyAssetId]).length > 0 &&
          text.removeNamed
        }
        remove={(device) => removeAppliance(device, jobId, propertyAssetId)}
        text={text}
      />
    );
  return (
    <RetireButton
      entry={entry}
      kind="danger"
      retire={(device) => scrapAppliance(device, jobId, propertyAssetId)}
      reinstate={(device) => reinstateAppliance(device, jobId, propertyAssetId)}
      text={{
        ...text,
        wasRetired: isOnCompleteRecord(entry.job.customForms, propertyAssetId)
          ? text.wasRetiredOnRecord
          : text.wasRetired,
      }}
    />
  );
}

/** A scrapped appliance can only be reinstated, not changed. */
export function ScrappedAppliance({
  job,
  appliance,
}: JobScreen & { appliance: PropertyAppliance }) {
  const lists = useLists();
  const text = strings();
  const { propertyAssetId, scrappedDateTime } = appliance;
  const manufacturerAndModel = formatManufacturerAndModel(
    readApplianceAnswers(appliance).manufacturerAndModel,
  );
  return (
    <RetiredRecord
      title={text.updateTitle}
      list={appliancesPath}
      note={
        scrappedDateTime === null
          ? text.scrapped
          : text.scrappedOn(formatDateTime(scrappedDateTime))
      }
      reinstate={(device) => reinstateAppliance(device, job.jobId, propertyAssetId)}
      text={text}
    >
      <Card title={formatType(appliance, lists)}>
        <DescriptionList
          items={[
            [text.manufacturerAndModel, manufacturerAndModel || text.notSet],
            ...listDetails(appliance, lists),
          ]}
        />
        <SavedPhotos jobId={job.jobId} entityId={propertyAssetId} />
      </Card>
    </RetiredRecord>
  );
}
