import { Alert } from "@mantine/core";
import { createJob, type SafetyForm } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { RaiseJobLink } from "../../server/raise-job-link.tsx";
import { FindingText } from "../../server/safety-findings/finding-text.tsx";
import { findingStrings } from "../../server/safety-findings/strings.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import { listDangers } from "./dangers.ts";
import styles from "./job-screen.module.css";
import { type FieldJob, useSafetyForms } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.dangers;

/** Says at the top of a closed job which dangers its record and its notices name, and whether a job is raised for them. */
export function DangerNotice({ field }: { readonly field: FieldJob }) {
  const { data: forms = [], error, refetch } = useSafetyForms(field);
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />;
  const dangers = listDangers(forms);
  const [form] = forms;
  if (!form || dangers.length === 0) return null;
  return (
    <Alert
      role="note"
      color={form.isOpen ? "var(--danger)" : "gray"}
      variant="outline"
      mb="md"
      title={words.title(dangers.length)}
    >
      <ul className={styles.dangers}>
        {dangers.map((finding, place) => (
          // Two dangers may have the same name.
          <li key={`${place} ${finding.name}`}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ul>
      <p className={styles.afterDangers}>
        <span>{words.home}</span>
        <Pill tone={form.isOpen ? "danger" : "good"}>
          {form.isOpen ? findingStrings.open : findingStrings.notOpen}
        </Pill>
        <NextJob form={form} />
      </p>
    </Alert>
  );
}

function NextJob({ form: { propertyId, address, isOpen, job } }: { readonly form: SafetyForm }) {
  const may = useMay();
  if (job)
    return (
      <span>
        {words.nextJob}{" "}
        <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false}>
          {job.formattedJobId}
        </AnchorLink>
        {`, ${job.categoryName}: ${job.detailTypeName}, ${formatMoment(job.appointmentDateTime)}`}
      </span>
    );
  if (!isOpen) return null;
  return (
    <>
      <span>{findingStrings.noJob}</span>
      {may(createJob) && <RaiseJobLink propertyId={propertyId} address={address} />}
    </>
  );
}
