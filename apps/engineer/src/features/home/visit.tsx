import type { JobCard } from "@fieldfare/device";
import { useOpenJob } from "../../phone/open-job.ts";
import { VisitLinks } from "../../phone/visit-links.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { Icon } from "../../ui/icon.tsx";
import { NonBreakingText } from "../../ui/non-breaking-text.tsx";
import styles from "./visit.module.css";
import { strings } from "./strings.ts";

/** The active job or the next one, with links to open it, to call and to navigate. */
export function Visit({ visit }: { visit: JobCard }) {
  const open = useOpenJob();
  const text = strings().visit;
  const isCurrent = visit.group === "current";
  return (
    <Card title={isCurrent ? text.current : text.next} current={isCurrent}>
      <div className={styles.visit}>
        <p>
          <strong>{formatDateTime(visit.appointmentDateTime)}</strong>
          {visit.clientPreferredTimeName && ` (${visit.clientPreferredTimeName})`}
        </p>
        <p className={styles.address} dir="auto">
          {visit.address}
        </p>
        <p>
          {visit.categoryName} - {visit.detailTypeName}
        </p>
        <p className={styles.detail}>
          <NonBreakingText>{text.number(visit.formattedJobId)}</NonBreakingText>
        </p>
        {visit.accessNotes?.trim() && (
          <p className={styles.detail} dir="auto">
            {text.access(visit.accessNotes.trim())}
          </p>
        )}
        {(visit.highestSeverity === 1 || visit.highestSeverity === 2) && (
          <VisitFlag isDanger={visit.highestSeverity === 2}>
            {text.severity[visit.highestSeverity]}
          </VisitFlag>
        )}
        {visit.earlierVisits && (
          <VisitFlag isDanger={visit.earlierVisits === "danger"}>
            {text.earlierVisits[visit.earlierVisits]}
          </VisitFlag>
        )}
      </div>
      <Button wide icon="clipboard" onClick={() => open(visit)}>
        {isCurrent ? text.openCurrent : text.openNext}
      </Button>
      <VisitLinks call={visit.call} place={visit.place} />
    </Card>
  );
}

function VisitFlag({ isDanger, children }: { isDanger: boolean; children: string }) {
  return (
    <p className={isDanger ? styles.danger : styles.warning}>
      <Icon name={isDanger ? "alert-octagon" : "alert-triangle"} size={20} />
      {children}
    </p>
  );
}
