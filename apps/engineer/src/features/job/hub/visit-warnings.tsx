import { type JobRow, readVisitWarnings } from "@fieldfare/device";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { formatDay } from "../../../ui/days.ts";
import { Banner } from "../../../ui/banner.tsx";
import { strings } from "../strings.ts";
import styles from "./visit-warnings.module.css";

type Warning = NonNullable<JobRow["visitWarnings"]>[number];

/** Dangers and no-access visits from earlier, and the notes that the office wants the engineer to see. */
export function VisitWarnings({ job }: { job: JobRow }) {
  const text = strings().hub.visitWarnings;
  const device = useDevice();
  const read = useLive(() => readVisitWarnings(device, job.jobId), [device, job.jobId]);
  useReadTogether(read !== undefined);
  const warnings = read ?? job.visitWarnings ?? [];
  // Notifications of a higher severity have their own banner.
  const notes = job.property.notifications.filter(
    ({ alertEngineer, severity }) => alertEngineer && severity === 0,
  );
  if (warnings.length + notes.length === 0) return null;
  const isDanger = warnings.some(({ kind }) => kind === "danger");
  return (
    <Banner tone={isDanger ? "danger" : "warn"} title={text.title}>
      <ul className={styles.list}>
        {warnings.map((warning, index) => (
          <li key={index} dir="auto">
            {describe(warning)}
          </li>
        ))}
        {notes.map(({ propertyNotificationId, description }) => (
          <li key={propertyNotificationId} dir="auto">
            {description}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function describe(warning: Warning): string {
  const text = strings().hub.visitWarnings;
  const day = formatDay(warning.visitedOn);
  return warning.kind === "danger"
    ? text.danger(warning.name, warning.classification, day)
    : text.noAccess(day, warning.reason);
}
