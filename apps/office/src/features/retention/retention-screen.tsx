import { Alert, Button, Skeleton, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { putRetention } from "@fieldfare/contract/office";
import { useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { capitalise } from "../../ui/capitalise.ts";
import { formatDuration, formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import table from "../../ui/table.module.css";
import { PeriodDialog } from "./period-dialog.tsx";
import { describeKind, describePeriod, listUndecided } from "./periods.ts";
import { type RetentionPeriod, type RetentionReport, useDue, useRetention } from "./queries.ts";
import styles from "./retention.module.css";
import { countText, strings } from "./strings.ts";

/**
 * Shows how long each kind of data is kept, who decided that, what the last runs deleted and what the next one deletes.
 * An administrator changes periods.
 */
export function RetentionScreen() {
  const { data: report, error, refetch } = useRetention();
  const [changing, setChanging] = useState<string | null>(null);
  const period = report?.rules.find(({ kind }) => kind === changing);
  return (
    <Page title={strings.title}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!report && !error && <LoadingRows label={strings.loading} count={12} height={48} />}
      {report && (
        <>
          <Text mb="md">{strings.intro}</Text>
          <Undecided rules={report.rules} />
          <NextRun report={report} />
          <Periods report={report} onChange={setChanging} />
          <Runs runs={report.runs} />
        </>
      )}
      {period && (
        <PeriodDialog
          period={period}
          onClose={(days) => {
            setChanging(null);
            if (days !== undefined)
              notifications.show({
                color: "green",
                message: strings.saved(describeKind(period.kind), days),
              });
          }}
        />
      )}
    </Page>
  );
}

function Undecided({ rules }: Pick<RetentionReport, "rules">) {
  const undecided = listUndecided(rules);
  if (undecided.length === 0) return null;
  return (
    <Alert color="var(--warn)" variant="outline" title={strings.undecided} mb="md">
      {strings.undecidedAdvice(describeKind(undecided.map(({ kind }) => kind).join(", ")))}
    </Alert>
  );
}

function NextRun({ report: { nextRun } }: { readonly report: RetentionReport }) {
  const moment = formatMoment(nextRun.startsOn);
  if (nextRun.state === "failed")
    return (
      <Alert
        role="alert"
        color="var(--danger)"
        variant="outline"
        title={strings.failedTitle}
        mb="md"
      >
        {strings.failed(moment)}
      </Alert>
    );
  return (
    <div className={styles.next}>
      <Facts
        facts={[[strings.nextRun, nextRun.state === "running" ? strings.running(moment) : moment]]}
      />
    </div>
  );
}

interface PeriodsProps {
  readonly report: RetentionReport;
  readonly onChange: (kind: string) => void;
}

function Periods({ report: { rules, runs }, onChange }: PeriodsProps) {
  const may = useMay();
  return (
    <Section id="periods" title={strings.periods}>
      <div className={table.scroll}>
        <table className={table.table} aria-labelledby="periods">
          <thead>
            <tr>
              <th scope="col">{strings.kind}</th>
              <th scope="col">{strings.period}</th>
              <th scope="col">{strings.decidedBy}</th>
              <th scope="col">{strings.waits}</th>
              <th scope="col">{strings.lastDeleted}</th>
              {may(putRetention) && <th scope="col">{strings.actions}</th>}
            </tr>
          </thead>
          <tbody>
            {rules.map((period) => (
              <tr key={period.kind}>
                <th scope="row" className={styles.kind}>
                  {describeKind(period.kind)}
                  <span className={styles.effect}>{capitalise(period.effect)}</span>
                </th>
                <td>{describePeriod(period.days)}</td>
                <td>
                  {strings.source(period)}
                  {period.changedOn !== null && (
                    <span className={styles.effect}>{formatMoment(period.changedOn)}</span>
                  )}
                </td>
                <td>
                  <Waiting period={period} />
                </td>
                <td>
                  <LastDeleted kind={period.kind} runs={runs} />
                </td>
                {may(putRetention) && (
                  <td>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={strings.changeKind(describeKind(period.kind).toLowerCase())}
                      onClick={() => onChange(period.kind)}
                    >
                      {strings.change}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Waiting({ period: { kind, days } }: { readonly period: RetentionPeriod }) {
  const { data: due, error } = useDue(kind, days);
  if (days === null) return strings.nothing;
  if (error) return strings.tooLong;
  if (!due) return <Skeleton h={20} w={80} role="status" aria-label={strings.counting} />;
  return due.count === 0 ? strings.nothing : countText(due);
}

interface LastDeletedProps {
  readonly kind: string;
  readonly runs: RetentionReport["runs"];
}

function LastDeleted({ kind, runs }: LastDeletedProps) {
  const last = runs.find(({ counts }) => (counts[kind] ?? 0) > 0);
  if (!last) return runs.length === 0 ? strings.neverRan : strings.notInTheLastRuns(runs.length);
  return (
    <>
      {countText({ count: last.counts[kind] ?? 0, isMore: false })}
      <span className={styles.effect}>{formatMoment(last.startedOn)}</span>
    </>
  );
}

function Runs({ runs }: Pick<RetentionReport, "runs">) {
  // The newest may still be in progress.
  const shown = runs.filter(
    ({ counts, endedOn }, index) =>
      Object.keys(counts).length > 0 || (endedOn === null && index > 0),
  );
  return (
    <Section id="runs" title={strings.runs}>
      {shown.length === 0 ? (
        <Empty title={strings.noRuns}>{strings.noRunsAdvice}</Empty>
      ) : (
        <>
          <Text mb="xs">{strings.runsNote(runs.length)}</Text>
          <div className={table.scroll}>
            <table className={table.table} aria-labelledby="runs">
              <thead>
                <tr>
                  <th scope="col">{strings.started}</th>
                  <th scope="col">{strings.took}</th>
                  <th scope="col">{strings.deleted}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ startedOn, endedOn, counts }) => (
                  <tr key={startedOn}>
                    <td className={table.nowrap}>{formatMoment(startedOn)}</td>
                    <td className={table.nowrap}>
                      {endedOn === null ? (
                        <Pill tone="danger">{strings.notEnded}</Pill>
                      ) : (
                        formatDuration(Date.parse(endedOn) - Date.parse(startedOn))
                      )}
                    </td>
                    <td>
                      {Object.entries(counts)
                        .map(
                          ([kind, count]) =>
                            `${describeKind(kind)}: ${count.toLocaleString("en-GB")}`,
                        )
                        .join(", ")}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Section>
  );
}
