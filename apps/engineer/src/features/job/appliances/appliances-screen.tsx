import { type PropertyAppliance, readWork } from "@fieldfare/device";
import { applianceAnswersOf, isAvailable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { JobPage } from "../job-page.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { SavedPhotos } from "../photos/saved-photos.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { factsOf, nameOf, typeOf } from "./appliance-words.ts";
import { type Lists, textOf, useLists } from "./lists.ts";
import { words } from "./words.ts";

const path = "/jobs/selected/property/appliances";

/** The appliances of the property: those in use, then those that are scrapped. */
export function AppliancesScreen({ job }: JobScreen) {
  const device = useDevice();
  const navigate = useNavigate();
  const work = useLive(() => readWork(device, job.jobId), [device, job.jobId]);
  const lists = useLists();
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const add = () => void navigate({ to: `${path}/add` });
  return (
    <JobPage
      job={job}
      title={spoken.title}
      main={
        <Button kind="main" icon="plus" onClick={add}>
          {spoken.add}
        </Button>
      }
    >
      {!work && <Skeleton />}
      {work?.appliances.length === 0 && (
        <EmptyState icon="flame" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {work && (
        <LongList
          name="appliances"
          rows={work.appliances}
          keyOf={(appliance) => appliance.propertyAssetId}
          estimate={() => (isEditable ? 110 : 180)}
        >
          {(appliance) => (
            <ApplianceCard job={job} appliance={appliance} lists={lists} isEditable={isEditable} />
          )}
        </LongList>
      )}
    </JobPage>
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
