import { addressOf, type JobRow, readWork, type Work } from "@fieldfare/device";
import { hubSections, type HubSection, isSectionEnabled } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { RowLink, Rows, RowText } from "../../../ui/rows.tsx";
import { sectionScreens } from "../sections.ts";
import { words } from "../words.ts";

/** What a row says of its section before it is opened. */
const details: Readonly<Partial<Record<HubSection, (job: JobRow) => string>>> = {
  When: (job) => formatDateTime(job.appointmentDateTime),
  Where: (job) => addressOf(job.property),
  What: (job) => job.description.detailTypeName,
  Notifications: (job) => words().hub.notificationCount(job.property.notifications.length),
};

/** How much is recorded under a section. */
const counts: Readonly<Partial<Record<HubSection, (work: Work) => number>>> = {
  Who: ({ contacts }) => contacts.length,
  Parts: ({ parts }) => parts.length,
  SORs: ({ job }) => job.plannedSors.length,
  "Engineer Notes": ({ notes }) => notes.length,
  "Property Appliances": ({ appliances }) => appliances.length,
};

/** The sections that have a screen, in the order of the hub, each enabled from its status on. */
export function SectionRows({ job }: { job: JobRow }) {
  const spoken = words().hub;
  const device = useDevice();
  const work = useLive(() => readWork(device, job.jobId), [device, job.jobId]);
  return (
    <Rows label={spoken.list}>
      {hubSections.map(({ section }) => {
        const screen = sectionScreens[section];
        if (!screen) return null;
        const label = spoken.sections[section];
        if (!isSectionEnabled(section, job.status))
          return (
            <RowText key={section} off icon={screen.icon} label={label} detail={spoken.locked} />
          );
        return (
          <RowLink
            key={section}
            to={screen.path}
            icon={screen.icon}
            label={label}
            detail={details[section]?.(job)}
            count={work && counts[section]?.(work)}
          />
        );
      })}
    </Rows>
  );
}
