import { addressOf, type JobRow } from "@fieldfare/device";
import { hubSections, type HubSection, isSectionEnabled } from "@fieldfare/domain";
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

/** The sections that have a screen, in the order of the hub, each enabled from its status on. */
export function SectionRows({ job }: { job: JobRow }) {
  const spoken = words().hub;
  return (
    <Rows label={spoken.list}>
      {hubSections.map(({ section }) => {
        const screen = sectionScreens[section];
        if (!screen) return null;
        const label = spoken.sections[section];
        return isSectionEnabled(section, job.status) ? (
          <RowLink
            key={section}
            to={screen.path}
            icon={screen.icon}
            label={label}
            detail={details[section]?.(job)}
          />
        ) : (
          <RowText key={section} off icon={screen.icon} label={label} detail={spoken.locked} />
        );
      })}
    </Rows>
  );
}
