import {
  type Device,
  isEmulation,
  readJobCards,
  readPlannerWeek,
  readPlannerWeeks,
  refreshPlannerWeek,
  refreshPlannerWeeks,
  recordingTime,
} from "@fieldfare/device";
import { londonDay, type PlannerWeek, plannerWeeks } from "@fieldfare/domain";
import { useCallback, useState } from "react";
import { useDevice, useLive, usePrefetchedRows } from "../../phone/device.tsx";
import { FreshnessNote } from "../../phone/freshness.tsx";
import { useRefresh } from "../../phone/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/days.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { DayAppointments } from "./day-appointments.tsx";
import styles from "./planner-screen.module.css";
import { strings } from "./strings.ts";

/** The planner's appointments are live ones, so a training session shows none. */
export function PlannerScreen() {
  const text = strings();
  if (!isEmulation) return <Planner />;
  return (
    <Page title={text.title} back="/">
      <EmptyState icon="calendar" title={text.training}>
        {text.trainingText}
      </EmptyState>
    </Page>
  );
}

/** Shows the engineer's appointments by week, from the current week on. */
function Planner() {
  const device = useDevice();
  const count = useLive(() => readPlannerWeeks(device), [device]);
  useRefresh(refreshPlannerWeeks);
  const [chosen, setChosen] = useState(0);
  const text = strings();
  const today = londonDay(recordingTime(device));
  const weeks = plannerWeeks(today, count ?? 1);
  const number = Math.min(chosen, weeks.length - 1);
  const week = weeks[number];
  return (
    <Page title={text.title} back="/">
      <div className={styles.weeks}>
        <Button
          icon="arrow-left"
          label={text.previous}
          disabled={number === 0}
          onClick={() => setChosen(number - 1)}
        />
        <p className={styles.week} aria-live="polite">
          <strong>{week && text.range(formatDay(week.from), formatDay(week.to))}</strong>
          <span>{number === 0 ? text.thisWeek : text.week(number + 1, weeks.length)}</span>
        </p>
        <Button
          icon="arrow-right"
          label={text.next}
          disabled={number >= weeks.length - 1}
          onClick={() => setChosen(number + 1)}
        />
      </div>
      {week && <Week key={week.from} week={week} today={today} />}
    </Page>
  );
}

function Week({ week, today }: { week: PlannerWeek; today: string }) {
  const device = useDevice();
  const text = strings();
  const saved = useLive(
    async () => (await readPlannerWeek(device, week.from)) ?? null,
    [device, week.from],
  );
  const cards = usePrefetchedRows(readJobCards);
  const { from, to } = week;
  const refresh = useCallback((target: Device) => refreshPlannerWeek(target, from, to), [from, to]);
  const { freshness, retry } = useRefresh(refresh);
  // A week that has just been fetched is not read yet.
  const isExpected = freshness === "loading" || freshness === "fresh";
  if (saved === undefined || (saved === null && isExpected)) return <Skeleton cards={3} />;
  const appointments = saved?.value ?? [];
  const jobIds = cards ? new Set(cards.map(({ jobId }) => jobId)) : null;
  return (
    <>
      <FreshnessNote
        freshness={freshness}
        fetchedOn={saved?.seenOn ?? null}
        never={text.unseen}
        onRetry={retry}
      />
      {saved !== null && appointments.length === 0 && (
        <EmptyState icon="calendar" title={text.empty} />
      )}
      {appointments.length > 0 &&
        week.days.map((day) => (
          <DayAppointments
            key={day}
            day={day}
            isToday={day === today}
            jobIds={jobIds}
            appointments={appointments.filter(
              ({ AppointmentDate }) => londonDay(new Date(AppointmentDate)) === day,
            )}
          />
        ))}
    </>
  );
}
