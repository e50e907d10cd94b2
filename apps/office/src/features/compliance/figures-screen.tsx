import { NativeSelect, Skeleton } from "@mantine/core";
import { figureWeeks } from "@fieldfare/contract/office";
import { jobStatuses, percentOf } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { formatDay } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { CompliancePage } from "./compliance-page.tsx";
import styles from "./compliance.module.css";
import { FigureChart } from "./figure-chart.tsx";
import { formatWeek } from "./home-columns.ts";
import { type Figures, useFigures } from "./queries.ts";
import { parseFiguresSearch } from "./routes.ts";
import { strings } from "./strings.ts";

const defaultWeeks = "13";

/** The office sees how the work goes: done at once, with access at once, by day, and what phones still hold. */
export function FiguresScreen() {
  const search = useSearch({ from: "/compliance/figures" });
  const navigate = useNavigate({ from: "/compliance/figures" });
  const weeks = search.weeks ?? defaultWeeks;
  const { data, error, refetch } = useFigures(weeks);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) announce(strings.figuresShown(Number(weeks)));
  }, [isLoaded, weeks]);
  return (
    <CompliancePage>
      <search className={styles.filters}>
        <NativeSelect
          label={strings.period}
          value={weeks}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: parseFiguresSearch({ weeks: value === defaultWeeks ? undefined : value }),
              replace: true,
            })
          }
          data={figureWeeks.map((value) => ({ value, label: strings.lastWeeks(Number(value)) }))}
        />
      </search>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label={strings.figuresLoading}>
          <Skeleton h={220} mb="md" />
          <Skeleton h={220} />
        </div>
      )}
      {data && <Pictures figures={data} />}
    </CompliancePage>
  );
}

function Pictures({ figures: { today, weeks, days, unsent } }: { readonly figures: Figures }) {
  const visits = weeks.reduce((sum, week) => sum + week.visits, 0);
  const phones = unsent.ages.reduce((sum, age) => sum + age.phones, 0);
  const planned = days.reduce(
    (sum, { states }) => sum + states.reduce((all, { jobs }) => all + jobs, 0),
    0,
  );
  return (
    <>
      <div className={styles.pictures}>
        <FigureChart
          id="first-time-fix"
          title={strings.firstFix}
          definition={strings.firstFixMeans}
          labelColumn={strings.week}
          columns={[strings.wanted, strings.fixed, strings.share]}
          highest={100}
          bars={weeks.map(({ monday, wanted, fixed }) => ({
            label: formatWeek(monday),
            top: formatTop(percentOf(fixed, wanted)),
            values: [percentOf(fixed, wanted) ?? 0],
            cells: [String(wanted), String(fixed), percent(percentOf(fixed, wanted))],
          }))}
          empty={
            visits === 0 && <Empty title={strings.noVisitsTitle}>{strings.noVisitsAdvice}</Empty>
          }
        />
        <FigureChart
          id="first-time-access"
          title={strings.firstAccess}
          definition={strings.firstAccessMeans}
          labelColumn={strings.week}
          columns={[strings.firstVisits, strings.gained, strings.share]}
          highest={100}
          bars={weeks.map(({ monday, visits: all, gained }) => ({
            label: formatWeek(monday),
            top: formatTop(percentOf(gained, all)),
            values: [percentOf(gained, all) ?? 0],
            cells: [String(all), String(gained), percent(percentOf(gained, all))],
          }))}
          empty={
            visits === 0 && <Empty title={strings.noVisitsTitle}>{strings.noVisitsAdvice}</Empty>
          }
        />
      </div>
      <div className={styles.pictures}>
        <FigureChart
          id="jobs-by-day"
          title={strings.jobsByDay}
          definition={strings.jobsByDayMeans}
          labelColumn={strings.dayOfJobs}
          columns={jobStatuses.map((status) => strings.jobStates[status])}
          legend={jobStatuses.map((status) => strings.jobStates[status])}
          bars={days.map(({ day, states }) => ({
            label: day === today ? strings.today : formatWeek(day),
            name: formatDay(day),
            top: String(states.reduce((sum, { jobs }) => sum + jobs, 0)),
            values: states.map(({ jobs }) => jobs),
            cells: states.map(({ jobs }) => String(jobs)),
          }))}
          empty={planned === 0 && <Empty title={strings.noJobsTitle}>{strings.noJobsAdvice}</Empty>}
        />
        <FigureChart
          id="unsent-work"
          title={strings.unsent}
          definition={
            phones === 0 && unsent.unknown === 0
              ? strings.unsentMeans
              : `${strings.unsentMeans} ${strings.notReported(unsent.unknown)}`
          }
          labelColumn={strings.waits}
          columns={[strings.phones, strings.messages]}
          bars={unsent.ages.map(({ age, phones: count, messages }) => ({
            label: strings.unsentAges[age],
            top: String(count),
            values: [count],
            cells: [String(count), String(messages)],
          }))}
          empty={
            phones === 0 && <Empty title={strings.noPhonesTitle}>{strings.noPhonesAdvice}</Empty>
          }
        />
      </div>
    </>
  );
}

function percent(share: number | null): string {
  return share === null ? strings.noShare : `${share}%`;
}

function formatTop(share: number | null): string {
  return share === null ? "" : `${share}%`;
}
