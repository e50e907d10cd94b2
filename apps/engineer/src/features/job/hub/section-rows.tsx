import {
  addressOf,
  type Device,
  type JobRow,
  readAppliances,
  readJobParts,
  readNotes,
  readTenants,
} from "@fieldfare/device";
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

type Counts = Readonly<Partial<Record<HubSection, number>>>;

/** How much is recorded under a section. Reads nothing that a step of the job changes: a tap must not wait for it. */
async function readCounts(device: Device, jobId: string, propertyId: string): Promise<Counts> {
  const [contacts, parts, notes, appliances] = await Promise.all([
    readTenants(device, propertyId),
    readJobParts(device, jobId),
    readNotes(device, jobId),
    readAppliances(device, propertyId, jobId),
  ]);
  return {
    Who: contacts.length,
    Parts: parts.length,
    "Engineer Notes": notes.length,
    "Property Appliances": appliances.length,
  };
}

/** The sections that have a screen, in the order of the hub, each enabled from its status on. */
export function SectionRows({ job }: { job: JobRow }) {
  const spoken = words().hub;
  const device = useDevice();
  const { jobId, property, plannedSors, customForms } = job;
  const read = useLive(
    () => readCounts(device, jobId, property.propertyId),
    [device, jobId, property.propertyId],
  );
  const counts: Counts = { ...read, SORs: plannedSors.length, Forms: customForms.length };
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
            count={counts[section]}
          />
        );
      })}
    </Rows>
  );
}
