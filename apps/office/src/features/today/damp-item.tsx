import type { BoardDampCase } from "@fieldfare/contract/office";
import { readDampCase } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import type { Job } from "./layout.ts";
import type { MoveRequest } from "./move-dialog.tsx";
import { MoveButton } from "./move-button.tsx";
import { describeDampWork, lacksEngineer } from "./describe-damp-work.ts";
import { RaiseButton } from "./raise-button.tsx";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";

interface DampItemProps {
  readonly of: BoardDampCase;
  /** The job of the case, if it is on the board of the day. */
  readonly job: Job | undefined;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** A case of damp and mould that needs work: a clock of Awaab's law that nobody has planned for. */
export function DampItem({ of: found, job, onMove }: DampItemProps) {
  const may = useMay();
  const { caseId, propertyId, clock, dueOn, address } = found;
  const isEmergency = clock === "emergency";
  // Another job beside one that waits for an engineer would be a mistake.
  const hasNobody = lacksEngineer(found);
  return (
    <li className={styles.item} data-tone="danger">
      <strong>
        {strings.issue[isEmergency ? "emergency-hazard" : "damp-overdue"]}
        {!isEmergency && `: ${strings.dampClocks[clock]}`}
      </strong>{" "}
      <span className={styles.small}>{strings.dueOn(formatMoment(dueOn))}</span>
      <div>{address}</div>
      <div className={styles.small}>{describeDampWork(found, new Date())}</div>
      <div className={styles.actions}>
        {job && <MoveButton job={job} onMove={onMove} />}
        {clock !== "summary" && !hasNobody && (
          <RaiseButton propertyId={propertyId} address={address} caseId={caseId} />
        )}
        {found.job && (
          <AnchorLink to="/jobs/$jobId" params={{ jobId: found.job.jobId }} preload={false}>
            {hasNobody && !job ? strings.assignInJob : strings.openJob}
          </AnchorLink>
        )}
        {may(readDampCase) && (
          <AnchorLink to="/compliance/damp/$caseId" params={{ caseId }} preload={false}>
            {strings.openCase}
          </AnchorLink>
        )}
      </div>
    </li>
  );
}
