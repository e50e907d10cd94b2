import { Alert, Button, Checkbox, Skeleton, Text, TextInput } from "@mantine/core";
import { addDays, addMonths, londonDay } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay, formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { StepButtons } from "../../ui/step-buttons.tsx";
import table from "../../ui/table.module.css";
import toolbar from "../../ui/toolbar.module.css";
import { groupByEngineer, needsLook } from "./by-engineer.ts";
import { describeBefore, downloadMileage, listIssues, miles } from "./mileage-csv.ts";
import { type Entry, maxEntries, useMileage } from "./queries.ts";
import { parseMileageSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { EngineerSelect } from "../../server/engineer-select.tsx";

const monthName = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  month: "long",
  year: "numeric",
});

/** The office sees what engineers drove in a month, with what was corrected and why. */
export function MileageScreen() {
  const search = useSearch({ from: "/mileage" });
  const navigate = useNavigate({ from: "/mileage" });
  const month = search.month ?? londonDay(new Date()).slice(0, 7);
  const first = `${month}-01`;
  const entries = useMileage(first, addDays(addMonths(first, 1), -1), search.engineer);
  const shown = entries.data?.filter((entry) => search.only === undefined || needsLook(entry));
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count));
  }, [count]);
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      search: parseMileageSearch({ ...search, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title={strings.title}
      aside={
        <Button
          variant="default"
          disabled={!count}
          onClick={() => downloadMileage(shown ?? [], month)}
        >
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <div className={toolbar.tools}>
        <StepButtons
          labels={strings.monthLabels}
          onStep={(by) =>
            change({ month: by === 0 ? undefined : addMonths(first, by).slice(0, 7) })
          }
        />
        <TextInput
          type="month"
          aria-label={strings.month}
          value={month}
          onChange={({ currentTarget }) => change({ month: currentTarget.value || undefined })}
        />
        <EngineerSelect
          label={strings.engineer}
          anybody={strings.anybody}
          value={search.engineer}
          onChange={(engineer) => change({ engineer })}
        />
        <Checkbox
          label={strings.onlyCheck}
          checked={search.only !== undefined}
          onChange={({ currentTarget }) =>
            change({ only: currentTarget.checked ? "check" : undefined })
          }
          pb={8}
        />
      </div>
      {entries.error && <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />}
      {entries.data?.length === maxEntries && (
        <Alert color="var(--danger)" variant="outline" mb="md">
          {strings.tooMany(maxEntries)}
        </Alert>
      )}
      {!shown && !entries.error && (
        <div role="status" aria-label={strings.loading}>
          <Skeleton h={200} mb="md" />
          <Skeleton h={200} />
        </div>
      )}
      {shown?.length === 0 && (
        <Empty title={strings.nothing(monthName.format(new Date(`${first}T12:00:00Z`)))}>
          {strings.nothingAdvice}
        </Empty>
      )}
      {groupByEngineer(shown ?? []).map(({ fieldOperativeId, name, entries: own, vehicles }) => (
        <Section
          key={fieldOperativeId}
          id={`engineer-${fieldOperativeId}`}
          title={name}
          aside={
            <AnchorLink
              to="/engineers/$fieldOperativeId"
              params={{ fieldOperativeId }}
              preload={false}
            >
              {strings.profile(name)}
            </AnchorLink>
          }
        >
          {search.only === undefined &&
            vehicles.map(({ registration, first: from, last }) => (
              <Text key={registration} mb="xs">
                {strings.reading(registration, miles(from), miles(last))}
              </Text>
            ))}
          <EntryTable name={name} entries={own} />
        </Section>
      ))}
      {count !== undefined && count > 0 && <Text c="dimmed">{strings.shown(count)}</Text>}
    </Page>
  );
}

interface EntryTableProps {
  readonly name: string;
  readonly entries: readonly Entry[];
}

function EntryTable({ name, entries }: EntryTableProps) {
  return (
    <div className={table.scroll}>
      <table className={table.table} aria-label={strings.tableOf(name)}>
        <thead>
          <tr>
            <th scope="col">{strings.date}</th>
            <th scope="col">{strings.vehicle}</th>
            <th scope="col">{strings.miles}</th>
            <th scope="col">{strings.previousVehicle}</th>
            <th scope="col">{strings.state}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.clientFieldOperativeMileageId}>
              <td className={table.nowrap}>{formatDay(londonDay(new Date(entry.dateRecorded)))}</td>
              <td className={table.nowrap}>{entry.registration}</td>
              <td>{miles(entry.currentMileage)}</td>
              <td>
                {entry.previousRegistration}
                {entry.previousMileage !== null && `, ${miles(entry.previousMileage)}`}
              </td>
              <td>
                {entry.removedOn !== null && <Pill tone="neutral">{strings.removed}</Pill>}
                {listIssues(entry).map((issue) => (
                  <Pill key={issue} tone="warn">
                    {issue}
                  </Pill>
                ))}
                {entry.corrections.map((correction) => (
                  <div key={correction.correctedOn}>
                    {strings.correctedOn(formatMoment(correction.correctedOn), correction.reason)}
                    <Text size="sm" c="dimmed">
                      {strings.before(describeBefore(correction))}
                    </Text>
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
