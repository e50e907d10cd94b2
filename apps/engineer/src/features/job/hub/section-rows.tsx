import {
  formatAddress,
  type Device,
  type JobRow,
  readAppliances,
  readJobParts,
  readNotes,
  readTenants,
} from "@fieldfare/device";
import { hubSections, type HubSection, isSectionEnabled } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { RowLink, Rows, RowText } from "../../../ui/rows.tsx";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";

/** What a row says of its section before it is opened. */
const details: Readonly<Partial<Record<HubSection, (job: JobRow) => string>>> = {
  When: (job) => formatDateTime(job.appointmentDateTime),
  Where: (job) => formatAddress(job.property),
  What: (job) => job.description.detailTypeName,
  Notifications: (job) => strings().hub.notificationCount(job.property.notifications.length),
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
  const text = strings().hub;
  const device = useDevice();
  const { jobId, property, plannedSors, customForms } = job;
  const storedCounts = useLive(
    () => readCounts(device, jobId, property.propertyId),
    [device, jobId, property.propertyId],
  );
  const counts: Counts = { ...storedCounts, SORs: plannedSors.length, Forms: customForms.length };
  return (
    <Rows label={text.list}>
      {hubSections.map(({ section }) => {
        const screen = sectionScreens[section];
        if (!screen) return null;
        const label = text.sections[section];
        if (!isSectionEnabled(section, job.status))
          return (
            <RowText key={section} off icon={screen.icon} label={label} detail={text.locked} />
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
