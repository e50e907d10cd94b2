import type { PropertyAppliance } from "@fieldfare/device";
import { applianceAnswersOf, isAvailable } from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import { useWork } from "../record.ts";
import { RecordList } from "../record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { factsOf, nameOf, typeOf } from "./appliance-words.ts";
import { type Lists, textOf, useLists } from "./lists.ts";
import { words } from "./words.ts";

const path = "/jobs/selected/property/appliances";

/** The appliances of the property: those in use, then those that are scrapped. */
export function AppliancesScreen({ job }: JobScreen) {
  const work = useWork(job);
  const lists = useLists();
  const isEditable = isAvailable("edit-work", job);
  return (
    <RecordList
      job={job}
      name="appliances"
      icon="flame"
      spoken={words()}
      add={`${path}/add`}
      groups={work && [{ records: work.appliances }]}
      keyOf={(appliance) => appliance.propertyAssetId}
      estimate={isEditable ? 110 : 180}
    >
      {(appliance) => (
        <ApplianceCard job={job} appliance={appliance} lists={lists} isEditable={isEditable} />
      )}
    </RecordList>
  );
}

function ApplianceCard(
  props: JobScreen & {
    appliance: PropertyAppliance;
    lists: Lists | undefined;
    isEditable: boolean;
  },
) {
  const { job, appliance, lists, isEditable } = props;
  const maker = nameOf(applianceAnswersOf(appliance).maker);
  const location = textOf(lists, "location", appliance.location);
  return (
    <RecordCard
      to={isEditable && `${path}/edit/${appliance.propertyAssetId}`}
      title={typeOf(appliance, lists)}
      mark={appliance.scrapped && words().scrapped}
    >
      {maker !== "" && (
        <RecordLine>
          <span dir="auto">{maker}</span>
        </RecordLine>
      )}
      {/* All of it is read where it is changed; where it cannot be, here. */}
      {isEditable
        ? location !== undefined && <RecordLine>{location}</RecordLine>
        : factsOf(appliance, lists).map(([name, value]) => (
            <RecordLine key={name}>
              <span dir="auto">{`${name}: ${value}`}</span>
            </RecordLine>
          ))}
      {!isEditable && <SavedPhotos jobId={job.jobId} entityId={appliance.propertyAssetId} />}
    </RecordCard>
  );
}
