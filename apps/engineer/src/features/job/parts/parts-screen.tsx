import type { JobPart } from "@fieldfare/device";
import {
  groupParts,
  isAvailable,
  isToCollect,
  partGroup,
  quantityLabel,
  quantityOf,
} from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { useWork } from "../record.ts";
import { RecordList } from "../record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { useUnits } from "./units.ts";
import { words } from "./words.ts";

const path = "/jobs/selected/parts";

/** The parts of the job by where they come from. */
export function PartsScreen({ job }: JobScreen) {
  const work = useWork(job);
  const units = useUnits();
  return (
    <RecordList
      job={job}
      name="parts"
      icon="parts"
      spoken={words()}
      add={`${path}/add`}
      groups={
        work && groupParts(work.parts).map(({ group, parts }) => ({ title: group, records: parts }))
      }
      keyOf={(part) => part.jobPartId}
      estimate={110}
    >
      {(part) => (
        <PartCard
          part={part}
          unit={units.get(part.partUnitTypeId)}
          isEditable={isAvailable("edit-work", job)}
        />
      )}
    </RecordList>
  );
}

function PartCard(props: { part: JobPart; unit: string | undefined; isEditable: boolean }) {
  const { part, unit, isEditable } = props;
  const spoken = words();
  const codes = [part.internalPartCode, part.manufacturerPartCode].filter(Boolean);
  return (
    <RecordCard
      to={isEditable && `${path}/${part.jobPartId}`}
      title={part.shortDescription}
      mark={part.usageStatus && spoken.usageStatuses[part.usageStatus]}
    >
      {codes.length > 0 && <RecordLine>{codes.join(", ")}</RecordLine>}
      <RecordLine>
        {partGroup(part) === "Preordered" && <span>{spoken.ordered(part.qty)}</span>}
        {isToCollect(part) && <span>{spoken.collected(part.qtyCollected)}</span>}
        <span>{spoken.quantity(quantityLabel(part), quantityOf(part), unit)}</span>
        {part.isVanStock && <span>{spoken.vanStock}</span>}
      </RecordLine>
      {part.comments && (
        <RecordLine>
          <span dir="auto">{part.comments}</span>
        </RecordLine>
      )}
    </RecordCard>
  );
}
