import { type Absences, readAbsences, refreshAbsences, recordingTime } from "@fieldfare/device";
import {
  type AbsenceGroups,
  groupAbsences,
  holidayLeft,
  findHolidayYear,
  londonDay,
} from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDevice, useLive } from "../../phone/device.tsx";
import { FreshnessNote } from "../../phone/freshness.tsx";
import { useRefresh } from "../../phone/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Stack } from "../../ui/card.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordGroup } from "../../ui/record-card.tsx";
import { AbsenceCard } from "./absence-card.tsx";
import { strings } from "./strings.ts";

const groups = [
  "upcoming",
  "pending",
  "previous",
  "rejected",
] as const satisfies readonly (keyof AbsenceGroups<unknown>)[];

/** Shows the engineer's absences of one holiday year. */
export function DashboardScreen() {
  const device = useDevice();
  const navigate = useNavigate();
  const saved = useLive(() => readAbsences(device), [device]);
  const { freshness, retry } = useRefresh(refreshAbsences);
  const text = strings();
  return (
    <Page
      title={text.dashboardTitle}
      back="/absences"
      main={
        <Button kind="main" icon="plus" onClick={() => void navigate({ to: "/absences/request" })}>
          {text.newRequest}
        </Button>
      }
    >
      {saved && <FreshnessNote freshness={freshness} fetchedOn={saved.seenOn} onRetry={retry} />}
      {saved && (saved.seenOn !== null || freshness !== "loading" || saved.absences.length > 0) ? (
        <HolidayYear {...saved} today={londonDay(recordingTime(device))} />
      ) : (
        <Skeleton cards={4} />
      )}
    </Page>
  );
}

function HolidayYear({ years, absences, seenOn, today }: Absences & { today: string }) {
  const text = strings();
  const navigate = useNavigate();
  // The chosen year is in the address, so that it is still chosen when the engineer comes back from an absence.
  // Two routes show this screen.
  const { year: chosen } = useSearch({ strict: false });
  const year = years.find(({ id }) => id === chosen) ?? years.find((one) => one.isSelected);
  // The year comes from the absence's days, because a request from before the years were loaded names no year.
  const shown = absences.filter(
    ({ days }) => !year || findHolidayYear(days, years)?.id === year.id,
  );
  const grouped = groupAbsences(shown, today);
  const left = year ? holidayLeft(absences, year) : null;
  return (
    <>
      {year && years.length > 1 && (
        <ChoiceField
          name="year"
          label={text.year}
          value={year.id}
          choices={years.map(({ id, dateFrom, dateTo }) => ({
            value: id,
            text: text.yearRange(dateFrom.slice(0, 4), dateTo.slice(0, 4)),
          }))}
          onChange={(id) => void navigate({ to: ".", search: { year: id }, replace: true })}
        />
      )}
      {year?.allowance != null && left !== null && <p>{text.allowance(left, year.allowance)}</p>}
      {left !== null && left < 0 && <Banner tone="warn">{text.allowanceExceeded(-left)}</Banner>}
      {shown.length === 0 && seenOn !== null && (
        <EmptyState icon="calendar" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      )}
      {groups.map(
        (group) =>
          grouped[group].length > 0 && (
            <Stack key={group}>
              <RecordGroup title={text.groups[group]} count={grouped[group].length} />
              {grouped[group].map((absence) => (
                <AbsenceCard key={absence.id} absence={absence} year={year?.id} />
              ))}
            </Stack>
          ),
      )}
    </>
  );
}
