import { VisuallyHidden } from "@mantine/core";
import type { CallAnswer } from "@fieldfare/contract";
import type { readGasSafetyWeeks } from "@fieldfare/contract/office";
import { Link } from "@tanstack/react-router";
import styles from "./compliance.module.css";
import { formatWeek } from "./home-columns.ts";
import type { GasSafetySearch } from "./routes.ts";
import { strings } from "./strings.ts";

type Group = NonNullable<GasSafetySearch["group"]>;

interface WeekPickerProps {
  readonly weeks: CallAnswer<typeof readGasSafetyWeeks>;
  readonly group: Group;
}

interface Bar {
  readonly id: Group;
  readonly label: string;
  readonly isWeek?: boolean;
  readonly isLate?: boolean;
  readonly homes: number;
  /** Null: it is not counted. */
  readonly withJob: number | null;
}

/** The groups and weeks as bars: how many homes, and for how many a job is raised. Each leads to its homes. */
export function WeekPicker({ weeks: { missing, overdue, weeks, later }, group }: WeekPickerProps) {
  const bars: readonly Bar[] = [
    { id: "missing", label: strings.missing, isLate: true, ...missing },
    { id: "overdue", label: strings.overdue, isLate: true, ...overdue },
    ...weeks.map(({ monday, ...counts }) => ({
      id: monday,
      label: formatWeek(monday),
      isWeek: true,
      ...counts,
    })),
    { id: "later", label: strings.later, homes: later.homes, withJob: null },
  ];
  const highest = Math.max(1, ...bars.map(({ homes, withJob }) => (withJob === null ? 0 : homes)));
  return (
    <nav className={styles.weeks} aria-label={strings.weeks}>
      <ul className={styles.bars}>
        {bars.map((bar) => (
          <li key={bar.id}>
            <WeekLink bar={bar} isChosen={bar.id === group} highest={highest} />
          </li>
        ))}
      </ul>
      <div className={styles.legend}>
        <span className={styles.keyWith} aria-hidden="true" /> {strings.withJob}
        <span className={styles.keyWithout} aria-hidden="true" /> {strings.withoutJob}
        <span>{strings.laterHasNoBar}</span>
      </div>
    </nav>
  );
}

interface WeekLinkProps {
  readonly bar: Bar;
  readonly isChosen: boolean;
  readonly highest: number;
}

function WeekLink({ bar, isChosen, highest }: WeekLinkProps) {
  const { id, label, isWeek = false, isLate = false, homes, withJob } = bar;
  const scale = barHeight / highest;
  return (
    <Link
      to="/compliance"
      search={(before) => ({ ...before, group: id })}
      replace
      preload={false}
      className={styles.week}
      aria-current={isChosen ? "true" : undefined}
      data-late={(isLate && homes > 0) || undefined}
    >
      <span className={styles.count}>
        {homes}
        <VisuallyHidden component="span"> {strings.homesOf(homes)}</VisuallyHidden>
      </span>
      <svg
        className={styles.bar}
        viewBox={`0 0 10 ${barHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {withJob !== null && (
          <>
            <Part className={styles.without} height={homes * scale} />
            <Part className={styles.with} height={withJob * scale} />
          </>
        )}
      </svg>
      <span className={styles.label}>
        {isWeek && <VisuallyHidden component="span">{strings.weekFrom} </VisuallyHidden>}
        {label}
        {withJob !== null && (
          <VisuallyHidden component="span">{strings.jobsRaised(withJob)}</VisuallyHidden>
        )}
      </span>
    </Link>
  );
}

const barHeight = 40;

interface PartProps {
  readonly className: string | undefined;
  readonly height: number;
}

function Part({ className, height }: PartProps) {
  return <rect className={className} x="0" y={barHeight - height} width="10" height={height} />;
}
