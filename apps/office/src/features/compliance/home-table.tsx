import type { HomeDue } from "@fieldfare/contract/office";
import {
  classifyGasRecord,
  earliestCheckOn,
  type GasRecordState,
  proposeCheckDay,
} from "@fieldfare/domain";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { isPlannedTooLate } from "./home-columns.ts";
import { strings } from "./strings.ts";

interface HomeTableProps {
  readonly homes: readonly HomeDue[];
  readonly today: string;
  /** The type that is proposed for a job; null: none is known. Undefined: the user may raise none. */
  readonly jobDetailTypeId: number | null | undefined;
  /** The homes are those of another group: the new ones are loading. */
  readonly isStale: boolean;
}

const tones: Readonly<Record<GasRecordState, Tone>> = {
  missing: "danger",
  overdue: "danger",
  window: "warn",
  valid: "good",
};

/** Homes, each with its record and the job that makes the next one, or the way to raise it. */
export function HomeTable({ homes, today, jobDetailTypeId, isStale }: HomeTableProps) {
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label={strings.gasSafety} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.runsOut}</th>
            <th scope="col">{strings.address}</th>
            <th scope="col">{strings.lastRecord}</th>
            <th scope="col" title={strings.checkFromNote}>
              {strings.checkFrom}
            </th>
            <th scope="col">{strings.attempts}</th>
            <th scope="col">{strings.job}</th>
          </tr>
        </thead>
        <tbody>
          {homes.map((home) => (
            <HomeRow
              key={home.propertyId}
              home={home}
              today={today}
              jobDetailTypeId={jobDetailTypeId}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HomeRowProps extends Pick<HomeTableProps, "today" | "jobDetailTypeId"> {
  readonly home: HomeDue;
}

function HomeRow({ home, today, jobDetailTypeId }: HomeRowProps) {
  const { address, record, hasGasAppliance, attempts } = home;
  const dueOn = record?.dueOn ?? null;
  const state = classifyGasRecord(dueOn, today);
  const earliest = dueOn === null ? null : earliestCheckOn(dueOn);
  return (
    <tr>
      <td className={table.nowrap}>
        {dueOn !== null && <div>{formatDay(dueOn)}</div>}
        <Pill tone={tones[state]}>{strings.state[state]}</Pill>
      </td>
      <td>
        {address}
        {!hasGasAppliance && <div className={styles.note}>{strings.noGasAppliance}</div>}
      </td>
      <td className={table.nowrap}>
        {record ? (
          <>
            <div>{formatDay(record.checkedOn)}</div>
            <AnchorLink to="/jobs/$jobId" params={{ jobId: record.jobId }} preload={false}>
              {record.formattedJobId}
            </AnchorLink>
          </>
        ) : (
          strings.none
        )}
      </td>
      <td className={table.nowrap}>
        {earliest !== null && earliest > today ? formatDay(earliest) : strings.now}
      </td>
      <td>{attempts > 0 ? attempts : ""}</td>
      <td>
        <NextJob home={home} today={today} jobDetailTypeId={jobDetailTypeId} />
      </td>
    </tr>
  );
}

function NextJob({ home, today, jobDetailTypeId }: HomeRowProps) {
  const { propertyId, address, record, job, moreJobs } = home;
  if (job)
    return (
      <>
        <RaisedJob job={job} isOfRow />
        {moreJobs.length > 0 && (
          <>
            <Pill tone="warn">{strings.raisedTimes(moreJobs.length + 1)}</Pill>
            {moreJobs.map((other) => (
              <RaisedJob key={other.jobId} job={other} />
            ))}
          </>
        )}
        {isPlannedTooLate(home, today) && <Pill tone="danger">{strings.afterDue}</Pill>}
      </>
    );
  if (jobDetailTypeId === undefined) return strings.none;
  return (
    <ButtonLink
      to="/jobs/new"
      search={{
        home: propertyId,
        day: proposeCheckDay(record?.dueOn ?? null, today),
        ...(jobDetailTypeId !== null && { type: String(jobDetailTypeId) }),
      }}
      preload={false}
      size="xs"
      variant="default"
      aria-label={strings.raiseFor(address)}
      data-row-link
    >
      {strings.raise}
    </ButtonLink>
  );
}

interface RaisedJobProps {
  readonly job: NonNullable<HomeDue["job"]>;
  /** The keyboard goes to it from row to row. */
  readonly isOfRow?: boolean;
}

function RaisedJob({ job, isOfRow = false }: RaisedJobProps) {
  const engineerName = useOperativeName();
  const { jobId, formattedJobId, appointmentDateTime, fieldOperativeId } = job;
  return (
    <div>
      <AnchorLink
        to="/jobs/$jobId"
        params={{ jobId }}
        preload={false}
        {...(isOfRow && { "data-row-link": true })}
      >
        {formattedJobId}
      </AnchorLink>
      <div>
        {formatMoment(appointmentDateTime)},{" "}
        {fieldOperativeId === null ? strings.nobody : engineerName(fieldOperativeId)}
      </div>
    </div>
  );
}
