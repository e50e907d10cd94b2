import type { JobRow } from "@fieldfare/device";
import { JobChanges } from "../../phone/job-changes.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./office-updates.module.css";
import { strings } from "./strings.ts";

/** What the office has changed in the job and commented on it. Every screen that marks its alerts as read shows it. */
export function OfficeUpdates({ job }: { job: Pick<JobRow, "officeUpdates"> }) {
  const text = strings().hub;
  return job.officeUpdates.map((update) => (
    <Banner
      key={update.commandId}
      tone="info"
      title={text.officeUpdate(formatDateTime(update.receivedOn))}
    >
      <span className={styles.details} dir="auto">
        {update.details}
      </span>
      <JobChanges changes={update.changes} />
    </Banner>
  ));
}
