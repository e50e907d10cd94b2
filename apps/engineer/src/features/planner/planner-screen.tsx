import {
  type Device,
  readJobCards,
  readPlannerWeek,
  readPlannerWeeks,
  refreshPlannerWeek,
  refreshPlannerWeeks,
  recordingTime,
} from "@fieldfare/device";
import { londonDay, type PlannerWeek, plannerWeeks } from "@fieldfare/domain";
import { useCallback, useState } from "react";
import { useDevice, useLive, useRead } from "../../device/device.tsx";
import { FreshnessNote } from "../../device/freshness.tsx";
import { useRefresh } from "../../device/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/dates.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { DayAppointments } from "./day-appointments.tsx";
import styles from "./planner-screen.module.css";
import { words } from "./words.ts";

/** The engineer's appointments week by week, from the week of today. */
export function PlannerScreen() {
  const device = useDevice();
  const count = useLive(() => readPlannerWeeks(device), [device]);
  useRefresh(refreshPlannerWeeks);
  const [chosen, setChosen] = useState(0);
  const spoken = words();
  const today = londonDay(recordingTime(device));
  const weeks = plannerWeeks(today, count ?? 1);
  const number = Math.min(chosen, weeks.length - 1);
  const week = weeks[number];
  return (
    <Page title={spoken.title} back="/">
      <div className={styles.weeks}>
        <Button
          icon="arrow-left"
          label={spoken.previous}
          disabled={number === 0}
          onClick={() => setChosen(number - 1)}
        />
        <p className={styles.week} aria-live="polite">
          <strong>{week && spoken.range(formatDay(week.from), formatDay(week.to))}</strong>
          <span>{number === 0 ? spoken.thisWeek : spoken.week(number + 1, weeks.length)}</span>
        </p>
        <Button
          icon="arrow-right"
          label={spoken.next}
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
  const spoken = words();
  const seen = useLive(
    async () => (await readPlannerWeek(device, week.from)) ?? null,
    [device, week.from],
  );
  const cards = useRead(readJobCards);
  const { from, to } = week;
  const refresh = useCallback((asked: Device) => refreshPlannerWeek(asked, from, to), [from, to]);
  const { freshness, retry } = useRefresh(refresh);
  if (seen === undefined || (seen === null && freshness === "asking"))
    return <Skeleton cards={3} />;
  const appointments = seen?.value ?? [];
  const jobIds = cards ? new Set(cards.map(({ jobId }) => jobId)) : null;
  return (
    <>
      <FreshnessNote freshness={freshness} seenOn={seen?.seenOn ?? null} onRetry={retry} />
      {appointments.length === 0 && (
        <EmptyState icon="calendar" title={seen === null ? spoken.unseen : spoken.empty}>
          {seen === null && spoken.unseenText}
        </EmptyState>
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
