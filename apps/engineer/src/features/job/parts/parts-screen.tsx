import type { JobPart } from "@fieldfare/device";
import {
  groupParts,
  isAvailable,
  isFromStore,
  isNoLongerOrdered,
  partGroup,
  printedUnit,
  quantityLabel,
  readQuantity,
} from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import type { ScreenAddress } from "../../../ui/screen-address.ts";
import { useWork } from "../record/record.ts";
import { RecordList } from "../record/record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { partsPath } from "./part-answers.ts";
import { useUnits } from "./units.ts";
import { strings } from "./strings.ts";

/** The parts of the job, grouped by where they come from. */
export function PartsScreen({ job }: JobScreen) {
  const work = useWork(job);
  const units = useUnits();
  return (
    <RecordList
      job={job}
      name="parts"
      icon="parts"
      entity="part"
      text={strings()}
      add={`${partsPath}/add`}
      edit={partScreen}
      groups={
        work && groupParts(work.parts).map(({ group, parts }) => ({ title: group, records: parts }))
      }
      getKey={(part) => part.jobPartId}
      estimate={110}
    >
      {(part) => (
        <PartCard
          part={part}
          isOrdered={partGroup(part) === "Preordered" && !isNoLongerOrdered(job, part)}
          unit={units.get(part.partUnitTypeId)}
          isEditable={isAvailable("edit-work", job)}
        />
      )}
    </RecordList>
  );
}

function partScreen(jobPartId: string): ScreenAddress {
  return { to: "/jobs/selected/parts/$jobPartId", params: { jobPartId } };
}

function PartCard(props: {
  part: JobPart;
  isOrdered: boolean;
  unit: string | undefined;
  isEditable: boolean;
}) {
  const { part, isOrdered, unit, isEditable } = props;
  const text = strings();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean);
  return (
    <RecordCard
      to={isEditable && partScreen(part.jobPartId)}
      title={part.shortDescription}
      mark={part.usageStatus && text.usageStatuses[part.usageStatus]}
    >
      {codes.length > 0 && <RecordLine>{codes.join(", ")}</RecordLine>}
      {partGroup(part) === "Preordered" && !isOrdered && (
        <RecordLine>{text.noLongerOrdered}</RecordLine>
      )}
      <RecordLine>
        {isOrdered && <span>{text.ordered(part.qty)}</span>}
        {isFromStore(part) && <span>{text.collected(part.qtyCollected)}</span>}
        <span>{text.quantity(quantityLabel(part), readQuantity(part), printedUnit(unit))}</span>
        {part.isVanStock && <span>{text.vanStock}</span>}
      </RecordLine>
      {part.comments && (
        <RecordLine>
          <span dir="auto">{part.comments}</span>
        </RecordLine>
      )}
    </RecordCard>
  );
}
