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
import { formatDateTime } from "../../../phone/times.ts";
import { RowLink, Rows, RowText } from "../../../ui/rows.tsx";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";

/** The line below a section's name. */
const details: Readonly<Partial<Record<HubSection, (job: JobRow) => string>>> = {
  When: (job) => formatDateTime(job.appointmentDateTime),
  Where: (job) => formatAddress(job.property),
  What: (job) => job.description.detailTypeName,
  Notifications: (job) => strings().hub.notificationCount(job.property.notifications.length),
};

type Counts = Readonly<Partial<Record<HubSection, number>>>;

/**
 * Counts the records in each section. This must not read a table that a job step writes: a tap on a step would wait
 * for the counts.
 */
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

/** The sections, in the order of the hub. Each is enabled from a certain job status on. */
export function SectionRows({ job }: { job: JobRow }) {
  const text = strings().hub;
  const device = useDevice();
  const { jobId, property, plannedSors, customForms, visitContacts = [] } = job;
  const storedCounts = useLive(
    () => readCounts(device, jobId, property.propertyId),
    [device, jobId, property.propertyId],
  );
  const counts: Counts = {
    ...storedCounts,
    // Its screen lists those that the office named for the visit as well.
    ...(storedCounts?.Who !== undefined && { Who: storedCounts.Who + visitContacts.length }),
    SORs: plannedSors.length,
    Forms: customForms.length,
  };
  return (
    <Rows label={text.list}>
      {hubSections.map(({ section }) => {
        const screen = sectionScreens[section];
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
