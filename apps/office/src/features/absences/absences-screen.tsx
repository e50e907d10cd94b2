import { Checkbox, Skeleton, Text, TextInput } from "@mantine/core";
import { decideAbsence } from "@fieldfare/contract/office";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { StepButtons } from "../../ui/step-buttons.tsx";
import toolbar from "../../ui/toolbar.module.css";
import styles from "./absences-screen.module.css";
import { type Decision, DecisionDialog } from "./decision-dialog.tsx";
import { formatMonth, shiftMonth } from "./month.ts";
import { MonthTable } from "./month-table.tsx";
import { type Calendar, useAbsenceCalendar, type Waiting } from "./queries.ts";
import { type AbsencesSearch, parseAbsencesSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { WaitingCard } from "./waiting-card.tsx";

/** What waits for a decision, and who is away in a month. */
export function AbsencesScreen() {
  const { month } = useSearch({ from: "/absences" });
  const calendar = useAbsenceCalendar(month);
  return (
    <Page title={strings.title}>
      {calendar.error && (
        <ErrorNotice error={calendar.error} retry={() => void calendar.refetch()} />
      )}
      {calendar.data ? (
        <Month calendar={calendar.data} />
      ) : (
        !calendar.error && (
          <div role="status" aria-label={strings.loading}>
            <Skeleton h={120} mb="md" />
            <Skeleton h={320} />
          </div>
        )
      )}
    </Page>
  );
}

interface Deciding {
  readonly waiting: Waiting;
  readonly decision: Decision;
}

function Month({ calendar }: { readonly calendar: Calendar }) {
  const { find, only } = useSearch({ from: "/absences" });
  // Stays open when a colleague has decided meanwhile, so that nothing typed is lost.
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const may = useMay();
  const { toDecide, month, absences } = calendar;
  const absent = new Set(absences.map(({ fieldOperativeId }) => fieldOperativeId));
  const words = (find ?? "").toLowerCase();
  const engineers = calendar.engineers.filter(
    ({ fieldOperativeId, name }) =>
      name.toLowerCase().includes(words) && (only === undefined || absent.has(fieldOperativeId)),
  );
  return (
    <>
      <Section id="to-decide" title={strings.toDecide(toDecide.length)}>
        {toDecide.length > 0 && !may(decideAbsence) && <Text mb="sm">{strings.othersDecide}</Text>}
        {toDecide.length === 0 ? (
          <Empty title={strings.nothingToDecide}>{strings.nothingToDecideNote}</Empty>
        ) : (
          <ul className={styles.waiting} aria-labelledby="to-decide">
            {toDecide.map((waiting) => (
              <WaitingCard
                key={waiting.absence.id}
                waiting={waiting}
                onDecide={(decision) => setDeciding({ waiting, decision })}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section id="calendar" title={strings.calendar(formatMonth(month))}>
        <Tools month={month} />
        {engineers.length === 0 ? (
          <Empty title={strings.nobody}>{strings.nobodyAdvice}</Empty>
        ) : (
          <MonthTable calendar={calendar} engineers={engineers} />
        )}
      </Section>
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function Tools({ month }: { readonly month: string }) {
  const search = useSearch({ from: "/absences" });
  const navigate = useNavigate({ from: "/absences" });
  const change = (changes: {
    readonly [Name in keyof AbsencesSearch]?: AbsencesSearch[Name] | undefined;
  }) =>
    void navigate({
      search: parseAbsencesSearch({ ...search, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={toolbar.tools}>
      <StepButtons
        labels={{ before: strings.before, now: strings.thisMonth, after: strings.after }}
        onStep={(by) => change({ month: by === 0 ? undefined : shiftMonth(month, by) })}
      />
      <TextInput
        type="month"
        aria-label={strings.month}
        value={month}
        onChange={({ currentTarget }) => change({ month: currentTarget.value || undefined })}
      />
      <DebouncedField
        className={toolbar.find ?? ""}
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        maxLength={100}
        value={search.find ?? ""}
        onChange={(find) => change({ find: find === "" ? undefined : find })}
        data-page-search
      />
      <Checkbox
        label={strings.onlyAbsent}
        checked={search.only !== undefined}
        onChange={({ currentTarget }) =>
          change({ only: currentTarget.checked ? "absent" : undefined })
        }
        pb={8}
      />
    </div>
  );
}
