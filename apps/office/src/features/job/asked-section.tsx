import { formatMoment } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import styles from "./job-screen.module.css";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";

const severities = [
  ["neutral", "Notice"],
  ["warn", "Warning"],
  ["danger", "Danger"],
] as const satisfies readonly (readonly [Tone, string])[];

/** Shows what was ordered: work, appointment, address, access, hold and the notices of the property. */
export function AskedSection({ field: { job, externalReferences } }: { readonly field: FieldJob }) {
  const { description, property, hold } = job;
  const address = [
    property.addressLine1,
    property.addressLine2,
    property.addressLine3,
    property.addressLine4,
    property.postcode,
  ];
  return (
    <Section id="asked" title={strings.sections.asked}>
      <Facts
        facts={[
          ["Work", `${description.categoryName}: ${description.detailTypeName}`],
          [
            "Other references",
            externalReferences
              .map(({ source, reference }) => `${reference} (${source})`)
              .join("\n") || null,
          ],
          ["Priority", description.jobPriority],
          [
            "Appointment",
            [formatMoment(job.appointmentDateTime), job.clientPreferredTimeName]
              .filter(Boolean)
              .join(", "),
          ],
          ["Address", address.filter(Boolean).join("\n")],
          ["UPRN", property.uprn],
          [
            "Landlord",
            property.landlord && `${property.landlord.name}\n${property.landlord.address}`,
          ],
          ["Access", description.accessNotes],
          ["Task", job.taskDetails],
          ["On hold since", hold && formatMoment(hold.timestamp)],
          ["Why it is on hold", hold?.holdDescription],
        ]}
      />
      {property.notifications.length > 0 && (
        <>
          <h3 className={styles.subheading}>Notices of the property</h3>
          <ul className={styles.list}>
            {property.notifications.map((notice) => {
              const [tone, word] = severities[notice.severity];
              return (
                <li key={notice.propertyNotificationId}>
                  <Pill tone={tone}>{word}</Pill> {notice.code}: {notice.description}
                  {notice.confirmedReadTimestamp !== null &&
                    ` (read ${formatMoment(notice.confirmedReadTimestamp)})`}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Section>
  );
}
