import { addressOf, type JobRow, placeOf, readTenants } from "@fieldfare/device";
import { isWorking, mainAction, numberToCall } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { VisitLinks } from "../../../device/visit-links.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Facts } from "../../../ui/facts.tsx";
import { words } from "../words.ts";
import styles from "./job-summary.module.css";

/** Which job this is and how far it has come. */
export function JobSummary({ job }: { job: JobRow }) {
  const spoken = words().hub;
  const device = useDevice();
  const { propertyId } = job.property;
  const tenants = useLive(() => readTenants(device, propertyId), [device, propertyId]);
  const call = tenants ? numberToCall(tenants) : null;
  const facts = factsOf(job);
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
      {facts.length > 0 && <Facts facts={facts} />}
      <VisitLinks call={call} place={placeOf(job.property)} />
      {mainAction(job) === null && <p className={styles.closed}>{spoken.closed}</p>}
    </Card>
  );
}

/** What is needed before the door, without opening a section. What is not known is left out. */
function factsOf(job: JobRow): readonly (readonly [string, string])[] {
  const { when, where } = words();
  const { jobPriority, accessNotes } = job.description;
  return [
    ...(jobPriority ? [[when.priority, jobPriority] as const] : []),
    ...(accessNotes?.trim() ? [[where.accessNotes, accessNotes.trim()] as const] : []),
  ];
}
