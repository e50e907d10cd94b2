import { isAvailable } from "@fieldfare/domain";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import type { ScreenAddress } from "../../../ui/screen-address.ts";
import { RecordList } from "../record/record-list.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { sorsPath } from "./sor-answers.ts";
import { strings } from "./strings.ts";

/** The SORs (lines of the schedule of rates) that the job is paid by. */
export function SorsScreen({ job }: JobScreen) {
  const text = strings();
  const isEditable = isAvailable("edit-work", job);
  return (
    <RecordList
      job={job}
      name="sors"
      icon="list-details"
      entity="sor"
      text={text}
      add={`${sorsPath}/add`}
      edit={sorScreen}
      groups={[{ records: job.plannedSors }]}
      getKey={(sor) => sor.sorCodeId}
      estimate={98}
    >
      {(sor) => (
        <RecordCard
          to={isEditable && sorScreen(String(sor.sorCodeId))}
          title={sor.shortDescription}
        >
          <RecordLine>
            <span>{text.code(sor.sorCode)}</span>
            <span>{text.quantity(sor.qty)}</span>
            <span>{text.used(sor.qtyUsed)}</span>
          </RecordLine>
        </RecordCard>
      )}
    </RecordList>
  );
}

function sorScreen(sorCodeId: string): ScreenAddress {
  return { to: "/jobs/selected/sors/$sorCodeId", params: { sorCodeId } };
}
