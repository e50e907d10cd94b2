import { readDampCase } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import styles from "./job-screen.module.css";
import { useListTexts } from "./lists.ts";
import type { FieldJob } from "./queries.ts";
import { strings } from "./strings.ts";
import { describeTargets } from "./targets.ts";

const severities = [
  ["neutral", "Notice"],
  ["warn", "Warning"],
  ["danger", "Danger"],
] as const satisfies readonly (readonly [Tone, string])[];

/** Shows what was ordered: work, priority, appointment, address, access, hold and alerts. */
export function AskedSection({ field }: { readonly field: FieldJob }) {
  const { job, client, externalReferences, needs, dampCaseId } = field;
  const { description, property, hold } = job;
  const readListText = useListTexts();
  const isOfJob = ({ code }: Alert) => needs.alertCodes.includes(code);
  const ofJob = property.notifications.filter(isOfJob);
  const ofHome = property.notifications.filter((alert) => !isOfJob(alert));
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
          ["Client", client?.name],
          ["Priority", description.jobPriority],
          ...describeTargets(field),
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
          ["Case of damp and mould", dampCaseId && <DampCase caseId={dampCaseId} />],
          ["On hold since", hold && formatMoment(hold.timestamp)],
          [
            "Why it is on hold",
            hold &&
              [readListText("HoldReason", hold.holdReasonId), hold.holdDescription]
                .filter(Boolean)
                .join(": "),
          ],
        ]}
      />
      <Alerts title={strings.alertsOfJob} alerts={ofJob} />
      <Alerts title={strings.alertsOfHome} alerts={ofHome} />
    </Section>
  );
}

function DampCase({ caseId }: { readonly caseId: string }) {
  const may = useMay();
  if (!may(readDampCase)) return strings.raisedFromCase;
  return (
    <AnchorLink to="/compliance/damp/$caseId" params={{ caseId }} preload={false}>
      {strings.raisedFromCase}
    </AnchorLink>
  );
}

type Alert = FieldJob["job"]["property"]["notifications"][number];

function Alerts({ title, alerts }: { readonly title: string; readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <>
      <h3 className={styles.subheading}>{title}</h3>
      <ul className={styles.list}>
        {alerts.map((alert) => {
          const [tone, word] = severities[alert.severity];
          return (
            <li key={alert.propertyNotificationId}>
              <Pill tone={tone}>{word}</Pill> {alert.code}: {alert.description}
              {alert.confirmedReadTimestamp !== null &&
                ` (read ${formatMoment(alert.confirmedReadTimestamp)})`}
            </li>
          );
        })}
      </ul>
    </>
  );
}
