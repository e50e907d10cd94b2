import type { SafetyForm } from "@fieldfare/contract/office";
import { createJob } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { FindingText } from "../../server/safety-findings/finding-text.tsx";
import { findingStrings } from "../../server/safety-findings/strings.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { strings } from "./strings.ts";
import { RaiseJobLink } from "../../server/raise-job-link.tsx";

interface DefectTableProps {
  readonly forms: readonly SafetyForm[];
  /** The forms are those of another filter: the new ones are loading. */
  readonly isStale: boolean;
}

/** Records and notices, each with what was found and done, and the job at the home that comes next. */
export function DefectTable({ forms, isStale }: DefectTableProps) {
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label={strings.defects} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.completed}</th>
            <th scope="col">{strings.found}</th>
            <th scope="col">{strings.homeState}</th>
            <th scope="col">{strings.nextJob}</th>
          </tr>
        </thead>
        <tbody>
          {forms.map((form) => (
            <DefectRow key={`${form.jobId} ${form.kind}`} form={form} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DefectRow({ form }: { readonly form: SafetyForm }) {
  const { kind, jobId, formattedJobId, completedOn, engineerName, address, isOpen } = form;
  return (
    <tr>
      <td className={table.nowrap}>
        <div>{formatMoment(completedOn)}</div>
        <AnchorLink to="/jobs/$jobId" params={{ jobId }} preload={false} data-row-link>
          {formattedJobId}
        </AnchorLink>
        <div className={styles.note}>{strings.formKinds[kind]}</div>
        {engineerName !== null && <div className={styles.note}>{engineerName}</div>}
      </td>
      <td>
        <ul className={styles.findings}>
          {form.findings.map((finding, index) => (
            <li key={index}>
              <FindingText finding={finding} />
            </li>
          ))}
        </ul>
      </td>
      <td>
        <div>{address}</div>
        <Pill tone={isOpen ? "danger" : "good"}>
          {isOpen ? findingStrings.open : findingStrings.notOpen}
        </Pill>
      </td>
      <td>
        <NextJob form={form} />
      </td>
    </tr>
  );
}

function NextJob({ form: { propertyId, address, isOpen, job } }: { readonly form: SafetyForm }) {
  const may = useMay();
  if (job)
    return (
      <>
        <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false}>
          {job.formattedJobId}
        </AnchorLink>
        <div>{`${job.categoryName}: ${job.detailTypeName}`}</div>
        <div className={styles.note}>{formatMoment(job.appointmentDateTime)}</div>
      </>
    );
  if (!isOpen || !may(createJob)) return findingStrings.noJob;
  return <RaiseJobLink propertyId={propertyId} address={address} />;
}
