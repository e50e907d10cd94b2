import { addressOf, type JobRow } from "@fieldfare/device";
import { isWorking, mainAction } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { words } from "../words.ts";
import styles from "./job-summary.module.css";

/** Which job this is and how far it has come. */
export function JobSummary({ job }: { job: JobRow }) {
  const spoken = words().hub;
  return (
    <Card current={isWorking(job)}>
      <div className={styles.head}>
        <span className={styles.time}>{formatDateTime(job.appointmentDateTime)}</span>
        <span className={styles.status}>{spoken.statuses[job.status]}</span>
      </div>
      <div>
        <p className={styles.address}>{addressOf(job.property)}</p>
        <p>
          {job.description.categoryName} - {job.description.detailTypeName}
        </p>
      </div>
      {mainAction(job) === null && <p className={styles.closed}>{spoken.closed}</p>}
    </Card>
  );
}
