import { formatAddress, type JobRow, readDestination, readTenants } from "@fieldfare/device";
import { isWorking, mainAction, numberToCall } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { VisitLinks } from "../../../phone/visit-links.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { useJobSaving } from "../job-saving.ts";
import { describeKeySafe } from "../key-safe.ts";
import { strings } from "../strings.ts";
import styles from "./job-summary.module.css";

/** Shows which job this is, and its status. */
export function JobSummary({ job }: { job: JobRow }) {
  const text = strings().hub;
  const device = useDevice();
  const { isSaving } = useJobSaving();
  const { propertyId } = job.property;
  const tenants = useLive(() => readTenants(device, propertyId), [device, propertyId]);
  useReadTogether(tenants !== undefined);
  const call = tenants ? numberToCall(tenants, job.contactId) : null;
  const details = listDetails(job);
  return (
    <Card current={isWorking(job)}>
      <div className={styles.head}>
        <span className={styles.time}>{formatDateTime(job.appointmentDateTime)}</span>
        <span className={styles.state}>
          {isSaving && <span className={styles.saving}>{text.saving}</span>}
          <span className={styles.status}>{text.statuses[job.status]}</span>
        </span>
      </div>
      <div>
        <p className={styles.address} dir="auto">
          {formatAddress(job.property)}
        </p>
        <p>
          {job.description.categoryName} - {job.description.detailTypeName}
        </p>
      </div>
      {details.length > 0 && <DescriptionList items={details} />}
      <VisitLinks call={call} place={readDestination(job.property)} />
      {mainAction(job) === null && <p className={styles.closed}>{text.closed}</p>}
    </Card>
  );
}

/** The details that the engineer needs before the visit. Unknown details are omitted. */
function listDetails(job: JobRow): readonly (readonly [string, string])[] {
  const { when, where } = strings();
  const { jobPriority, accessNotes } = job.description;
  return [
    ...(jobPriority ? [[when.priority, jobPriority] as const] : []),
    ...(job.keySafe ? [[where.keySafe, describeKeySafe(job.keySafe)] as const] : []),
    ...(accessNotes?.trim() ? [[where.accessNotes, accessNotes.trim()] as const] : []),
  ];
}
