import { VisuallyHidden } from "@mantine/core";
import { londonDay } from "@fieldfare/domain";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { useNow } from "../../ui/use-now.ts";
import styles from "./absences-screen.module.css";
import { daysOf, formatDays, isWorkingDay, placeInMonth, shortWeekday } from "./month.ts";
import type { Calendar } from "./queries.ts";
import { strings } from "./strings.ts";

type Absence = Calendar["absences"][number];

const kinds = [
  { type: "holiday", status: 2 },
  { type: "sickness", status: 2 },
  { type: "unpaid", status: 2 },
  { type: "holiday", status: 1 },
] as const;

interface MonthTableProps {
  readonly calendar: Calendar;
  readonly engineers: Calendar["engineers"];
}

/** The engineers, each with bars over the days of absence. */
export function MonthTable({ calendar, engineers }: MonthTableProps) {
  const { month, absences, nonWorkingDays } = calendar;
  const days = daysOf(month);
  const today = londonDay(new Date(useNow()));
  const byEngineer = groupByEngineer(absences);
  const columns = { gridTemplateColumns: `repeat(${days.length}, minmax(20px, 1fr))` };
  return (
    <>
      {/* What is cut off on a narrow screen can be reached with the arrow keys. */}
      <div className={styles.scroll} role="group" aria-labelledby="calendar" tabIndex={0}>
        <table className={styles.month}>
          <thead>
            <tr>
              <th scope="col">{strings.engineer}</th>
              <th scope="col">
                <VisuallyHidden>{strings.absencesOf}</VisuallyHidden>
                <div className={styles.days} style={columns} aria-hidden="true">
                  {days.map((day) => (
                    <span
                      key={day}
                      {...(day === today && { "data-today": true })}
                      {...(!isWorkingDay(day, nonWorkingDays) && { "data-off": true })}
                    >
                      <small>{shortWeekday(day)}</small>
                      {Number(day.slice(8))}
                    </span>
                  ))}
                </div>
              </th>
            </tr>
          </thead>
          <tbody>
            {engineers.map(({ fieldOperativeId, name, isDisabled }) => (
              <tr key={fieldOperativeId}>
                <th scope="row">
                  <AnchorLink
                    to="/engineers/$fieldOperativeId"
                    params={{ fieldOperativeId }}
                    preload={false}
                  >
                    {name}
                  </AnchorLink>
                  {isDisabled && <div className={styles.small}>{strings.hasLeft}</div>}
                </th>
                <td>
                  <div className={styles.cell}>
                    <div className={styles.lines} style={columns} aria-hidden="true">
                      {days.map((day) => (
                        <span
                          key={day}
                          {...(day === today && { "data-today": true })}
                          {...(!isWorkingDay(day, nonWorkingDays) && { "data-off": true })}
                        />
                      ))}
                    </div>
                    <div className={styles.track} style={columns}>
                      {(byEngineer.get(fieldOperativeId) ?? []).map((absence) => (
                        <Bars key={absence.id} absence={absence} days={days} />
                      ))}
                    </div>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.legend} aria-label={strings.legend}>
        {kinds.map(({ type, status }) => (
          <li key={`${type} ${status}`}>
            <span
              className={styles.sample}
              data-type={type}
              data-status={status}
              aria-hidden="true"
            />{" "}
            {strings.type[type]}, {status === 2 ? strings.approved : strings.pending}
          </li>
        ))}
      </ul>
    </>
  );
}

function groupByEngineer(absences: readonly Absence[]): ReadonlyMap<string, readonly Absence[]> {
  const groups = new Map<string, Absence[]>();
  for (const absence of absences) {
    const own = groups.get(absence.fieldOperativeId);
    if (own) own.push(absence);
    else groups.set(absence.fieldOperativeId, [absence]);
  }
  return groups;
}

interface BarsProps {
  readonly absence: Absence;
  readonly days: readonly string[];
}

function Bars({ absence: { type, status, isCancelling, days: ranges }, days }: BarsProps) {
  return ranges.map((range) => {
    const place = placeInMonth(range, days);
    if (!place) return null;
    const state = isCancelling
      ? strings.cancelling
      : status === 2
        ? strings.approved
        : strings.pending;
    const text = `${strings.type[type]}, ${state}, ${formatDays([range])}`;
    return (
      <span
        key={range.dateFrom}
        className={styles.bar}
        data-type={type}
        data-status={isCancelling ? 1 : status}
        style={{ gridColumn: `${place.first + 1} / ${place.last + 2}` }}
        title={text}
        role="img"
        aria-label={text}
      >
        {strings.type[type]}
      </span>
    );
  });
}
