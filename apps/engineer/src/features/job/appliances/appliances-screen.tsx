import type { PropertyAppliance } from "@fieldfare/device";
import { readApplianceAnswers, isAvailable, isolateText } from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import type { ScreenAddress } from "../../../ui/screen-address.ts";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import { RecordList } from "../record/record-list.tsx";
import { useWork } from "../record/record.ts";
import type { JobScreen } from "../selected-job.tsx";
import { appliancesPath } from "./appliance-answers.ts";
import { listDetails, formatManufacturerAndModel, formatType } from "./appliance-labels.ts";
import { type Lists, findListText, useLists } from "./lists.ts";
import { strings } from "./strings.ts";

/** The appliances of the property: those in use first, then the scrapped ones. */
export function AppliancesScreen({ job }: JobScreen) {
  const work = useWork(job);
  const lists = useLists();
  const isEditable = isAvailable("edit-work", job);
  return (
    <RecordList
      job={job}
      name="appliances"
      icon="flame"
      entity="appliance"
      text={strings()}
      add={`${appliancesPath}/add`}
      edit={applianceScreen}
      groups={work && [{ records: work.appliances }]}
      getKey={(appliance) => appliance.propertyAssetId}
      estimate={isEditable ? 110 : 180}
    >
      {(appliance) => (
        <ApplianceCard job={job} appliance={appliance} lists={lists} isEditable={isEditable} />
      )}
    </RecordList>
  );
}

function applianceScreen(propertyAssetId: string): ScreenAddress {
  return {
    to: "/jobs/selected/property/appliances/edit/$propertyAssetId",
    params: { propertyAssetId },
  };
}

function ApplianceCard(
  props: JobScreen & {
    appliance: PropertyAppliance;
    lists: Lists | undefined;
    isEditable: boolean;
  },
) {
  const { job, appliance, lists, isEditable } = props;
  const manufacturerAndModel = formatManufacturerAndModel(
    readApplianceAnswers(appliance).manufacturerAndModel,
  );
  const location = findListText(lists, "location", appliance.location);
  return (
    <RecordCard
      to={isEditable && applianceScreen(appliance.propertyAssetId)}
      title={formatType(appliance, lists)}
      mark={appliance.scrapped && strings().scrapped}
    >
      {manufacturerAndModel !== "" && (
        <RecordLine>
          <span dir="auto">{manufacturerAndModel}</span>
        </RecordLine>
      )}
      {/* The edit screen shows every detail. Without an edit screen, this card shows them. */}
      {isEditable
        ? location !== undefined && <RecordLine>{location}</RecordLine>
        : listDetails(appliance, lists).map(([name, value]) => (
            <RecordLine key={name}>
              <span dir="auto">{`${name}: ${isolateText(value)}`}</span>
            </RecordLine>
          ))}
      {!isEditable && <SavedPhotos jobId={job.jobId} entityId={appliance.propertyAssetId} />}
    </RecordCard>
  );
}
