import { type Absences, readAbsences, refreshAbsences, recordingTime } from "@fieldfare/device";
import {
  type AbsenceGroups,
  groupAbsences,
  holidayLeft,
  holidayYearOf,
  londonDay,
} from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useDevice, useLive } from "../../device/device.tsx";
import { FreshnessNote } from "../../device/freshness.tsx";
import { useRefresh } from "../../device/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/card.tsx";
import { ChoiceField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import { AbsenceCard } from "./absence-card.tsx";
import { words } from "./words.ts";

const groups = [
  "upcoming",
  "pending",
  "previous",
  "rejected",
] as const satisfies readonly (keyof AbsenceGroups<unknown>)[];

/** The engineer's absences of one holiday year. */
export function DashboardScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const known = useLive(() => readAbsences(device), [device]);
  const { freshness, retry } = useRefresh(refreshAbsences);
  const spoken = words();
  return (
    <Page
      title={spoken.dashboardTitle}
      back="/absences"
      main={
        <Button kind="main" icon="plus" onClick={() => void navigate({ to: "/absences/request" })}>
          {spoken.newRequest}
        </Button>
      }
    >
      {known && <FreshnessNote freshness={freshness} seenOn={known.seenOn} onRetry={retry} />}
      {known && (known.seenOn !== null || freshness !== "asking" || known.absences.length > 0) ? (
        <OfYear {...known} today={londonDay(recordingTime(device))} />
      ) : (
        <Skeleton cards={4} />
      )}
    </Page>
  );
}

function OfYear({ years, absences, today }: Absences & { today: string }) {
  const spoken = words();
  // A request that was just made is shown in its own year.
  const search: { readonly year?: unknown } = useSearch({ strict: false });
  const asked = typeof search.year === "number" ? search.year : null;
  const [chosen, setChosen] = useState<number | null>(asked);
  const year = years.find(({ id }) => id === chosen) ?? years.find((one) => one.isSelected);
  // By its days: one that was asked for before the years were known names none.
  const shown = absences.filter(({ days }) => !year || holidayYearOf(days, years)?.id === year.id);
  const grouped = groupAbsences(shown, today);
  const left = year ? holidayLeft(absences, year) : null;
  return (
    <>
      {year && years.length > 1 && (
        <ChoiceField
          name="year"
          label={spoken.year}
          value={year.id}
          choices={years.map(({ id, dateFrom, dateTo }) => ({
            value: id,
            text: spoken.yearOf(dateFrom.slice(0, 4), dateTo.slice(0, 4)),
          }))}
          onChange={setChosen}
        />
      )}
      {year?.allowance != null && left !== null && <p>{spoken.allowance(left, year.allowance)}</p>}
      {left !== null && left < 0 && <Banner tone="warn">{spoken.allowanceExceeded(-left)}</Banner>}
      {shown.length === 0 && (
        <EmptyState icon="calendar" title={spoken.empty}>
          {spoken.emptyHint}
        </EmptyState>
      )}
      {groups.map(
        (group) =>
          grouped[group].length > 0 && (
            <Stack key={group}>
              <RecordGroup title={spoken.groups[group]} count={grouped[group].length} />
              {grouped[group].map((absence) => (
                <AbsenceCard key={absence.id} absence={absence} />
              ))}
            </Stack>
          ),
      )}
    </>
  );
}
