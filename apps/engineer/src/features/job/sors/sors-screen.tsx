import { isAvailable } from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { RecordList } from "../record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "./words.ts";

const path = "/jobs/selected/sors";

/** The lines of the schedule of rates that the job is paid by. */
export function SorsScreen({ job }: JobScreen) {
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  return (
    <RecordList
      job={job}
      name="sors"
      icon="list-details"
      spoken={spoken}
      add={`${path}/add`}
      groups={[{ records: job.plannedSors }]}
      keyOf={(sor) => sor.sorCodeId}
      estimate={98}
    >
      {(sor) => (
        <RecordCard to={isEditable && `${path}/${sor.sorCodeId}`} title={sor.shortDescription}>
          <RecordLine>
            <span>{spoken.code(sor.sorCode)}</span>
            <span>{spoken.quantity(sor.qty)}</span>
            <span>{spoken.used(sor.qtyUsed)}</span>
          </RecordLine>
        </RecordCard>
      )}
    </RecordList>
  );
}
