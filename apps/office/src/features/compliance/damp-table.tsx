import type { DampCase } from "@fieldfare/contract/office";
import { createJob } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { CaseState, ClockState, HazardState } from "./damp-state.tsx";
import { strings } from "./strings.ts";
import { RaiseJobLink } from "../../server/raise-job-link.tsx";

interface DampTableProps {
  readonly cases: readonly DampCase[];
  /** The cases are those of another filter: the new ones are loading. */
  readonly isStale: boolean;
}

/** Cases by what runs out first, each with its clocks and its next job. */
export function DampTable({ cases, isStale }: DampTableProps) {
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label={strings.damp} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.runsOut}</th>
            <th scope="col">{strings.address}</th>
            <th scope="col">{strings.clocks}</th>
            <th scope="col">{strings.nextJobOfCase}</th>
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr key={one.caseId}>
              <td className={table.nowrap}>
                <CaseState of={one} />
                {one.closedOn !== null && (
                  <div className={styles.note}>{formatMoment(one.closedOn)}</div>
                )}
              </td>
              <td>
                <AnchorLink
                  to="/compliance/damp/$caseId"
                  params={{ caseId: one.caseId }}
                  preload={false}
                  data-row-link
                >
                  {one.address}
                </AnchorLink>
                <HazardState of={one} />
                {one.awareOn !== null && (
                  <div className={styles.note}>
                    {`${strings.aware} ${formatMoment(one.awareOn)}`}
                  </div>
                )}
                {one.earlierReport && (
                  <Pill tone="warn">
                    {strings.reportedEarlier(formatDay(one.earlierReport.reportedOn))}
                  </Pill>
                )}
              </td>
              <td>
                <Clocks of={one} />
              </td>
              <td>
                <NextJob of={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Clocks({ of: { clocks } }: { readonly of: DampCase }) {
  return (
    <ul className={styles.clocks}>
      {clocks.map(({ name, dueOn, stoppedOn, state }) => (
        <li key={name}>
          <span>{strings.clockNames[name]}</span>
          <ClockState state={state} />
          <span className={styles.note}>
            {stoppedOn === null
              ? strings.due(formatMoment(dueOn))
              : strings.stopped(formatMoment(stoppedOn))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NextJob({ of: found }: { readonly of: DampCase }) {
  const { caseId, propertyId, address, job, otherJob, closedOn } = found;
  const may = useMay();
  if (job)
    return (
      <>
        <JobLink of={job} />
        <div>{job.detailTypeName}</div>
        <div className={styles.note}>{formatMoment(job.appointmentDateTime)}</div>
        {job.fieldOperativeId === null && <div className={styles.note}>{strings.nobody}</div>}
      </>
    );
  return (
    <>
      {closedOn !== null || !may(createJob) ? (
        strings.noJobOfCase
      ) : (
        <RaiseJobLink propertyId={propertyId} address={address} caseId={caseId} />
      )}
      {otherJob && (
        <div className={styles.note}>
          {strings.otherJob} <JobLink of={otherJob} />, {otherJob.detailTypeName},{" "}
          {formatMoment(otherJob.appointmentDateTime)}
        </div>
      )}
    </>
  );
}

function JobLink({ of: { jobId, formattedJobId } }: { readonly of: NonNullable<DampCase["job"]> }) {
  return (
    <AnchorLink to="/jobs/$jobId" params={{ jobId }} preload={false}>
      {formattedJobId}
    </AnchorLink>
  );
}
