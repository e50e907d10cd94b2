import type { DampCase } from "@fieldfare/contract/office";
import { createJob } from "@fieldfare/contract/office";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { CaseState, ClockState, HazardState } from "./damp-state.tsx";
import { strings } from "./strings.ts";
import { RaiseJobLink } from "./raise-job-link.tsx";

interface DampTableProps {
  readonly cases: readonly DampCase[];
  /** The cases are those of another filter: the new ones are loading. */
  readonly isStale: boolean;
}

/** Cases by what runs out first, each with its clocks and the next job at the home. */
export function DampTable({ cases, isStale }: DampTableProps) {
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label={strings.damp} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.runsOut}</th>
            <th scope="col">{strings.address}</th>
            <th scope="col">{strings.clocks}</th>
            <th scope="col">{strings.nextJob}</th>
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

function NextJob({ of: { propertyId, address, job, closedOn } }: { readonly of: DampCase }) {
  const may = useMay();
  if (job)
    return (
      <>
        <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} preload={false}>
          {job.formattedJobId}
        </AnchorLink>
        <div>{job.detailTypeName}</div>
        <div className={styles.note}>{formatMoment(job.appointmentDateTime)}</div>
        {job.fieldOperativeId === null && <div className={styles.note}>{strings.nobody}</div>}
      </>
    );
  if (closedOn !== null || !may(createJob)) return strings.noJob;
  return <RaiseJobLink propertyId={propertyId} address={address} />;
}
