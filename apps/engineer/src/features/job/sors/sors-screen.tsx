import { isAvailable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { JobPage } from "../job-page.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "./words.ts";

/** The lines of the schedule of rates that the job is paid by. */
export function SorsScreen({ job }: JobScreen) {
  const navigate = useNavigate();
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  const add = () => void navigate({ to: "/jobs/selected/sors/add" });
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
      {job.plannedSors.length === 0 && (
        <EmptyState icon="list-details" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      <LongList
        name="sors"
        rows={job.plannedSors}
        keyOf={(sor) => sor.sorCodeId}
        estimate={() => 98}
      >
        {(sor) => (
          <RecordCard
            to={isEditable && `/jobs/selected/sors/${sor.sorCodeId}`}
            title={sor.shortDescription}
          >
            <RecordLine>
              <span>{spoken.code(sor.sorCode)}</span>
              <span>{spoken.quantity(sor.qty)}</span>
              <span>{spoken.used(sor.qtyUsed)}</span>
            </RecordLine>
          </RecordCard>
        )}
      </LongList>
    </JobPage>
  );
}
