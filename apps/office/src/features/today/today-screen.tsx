import { Alert, Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import { moveJobs } from "@fieldfare/contract/office";
import { addDays, type BoardIssue, findBoardIssues, londonDay } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMay } from "../../server/account.ts";
import type { LiveState } from "../../server/changes.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { formatTime } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { StepButtons } from "../../ui/step-buttons.tsx";
import toolbar from "../../ui/toolbar.module.css";
import { Pill } from "../../ui/pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { BoardGrid } from "./board-grid.tsx";
import { DayList } from "./day-list.tsx";
import { isFound, visitStates } from "./describe-visit.ts";
import { type BoardRow, placeVisits, scaleOf } from "./layout.ts";
import type { MoveRequest } from "./move-dialog.tsx";
import { type Board, useBoard } from "./queries.ts";
import { parseTodaySearch, type TodaySearch } from "./routes.ts";
import { Cancelled, ToDo, Unassigned } from "./side-panels.tsx";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";
import { LoadingRows } from "../../ui/loading-rows.tsx";

const MoveDialog = lazy(() =>
  import("./move-dialog.tsx").then((module) => ({ default: module.MoveDialog })),
);

const weekday = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** The board of a day: who is where, what is late, what nobody has. */
export function TodayScreen() {
  const search = useSearch({ from: "/today" });
  const { board, live } = useBoard(search.day);
  const today = londonDay(new Date(useNow()));
  const day = search.day ?? board.data?.day ?? today;
  return (
    <Page
      title={strings.title(weekday.format(new Date(`${day}T12:00:00Z`)), day === today)}
      aside={<LiveSign live={live} />}
    >
      <Tools day={day} />
      {live.kind === "not-live" && (
        <Alert color="yellow" variant="outline" role="status" mb="sm">
          {strings.notLiveNote(formatTime(new Date(live.since).toISOString()))}
        </Alert>
      )}
      {board.error && <ErrorNotice error={board.error} retry={() => void board.refetch()} />}
      {board.data ? (
        <Day board={board.data} />
      ) : (
        !board.error && <LoadingRows label={strings.loading} count={10} height={44} />
      )}
    </Page>
  );
}

function LiveSign({ live }: { readonly live: LiveState }) {
  if (live.kind === "live") return <Pill tone="good">● {strings.live}</Pill>;
  if (live.kind === "connecting") return <Pill tone="neutral">{strings.connecting}</Pill>;
  return (
    <Pill tone="warn">▲ {strings.notLive(formatTime(new Date(live.since).toISOString()))}</Pill>
  );
}

function useChangeSearch() {
  const search = useSearch({ from: "/today" });
  const navigate = useNavigate({ from: "/today" });
  return (changes: { readonly [Name in keyof TodaySearch]?: TodaySearch[Name] | undefined }) =>
    void navigate({ search: parseTodaySearch({ ...search, ...changes }), replace: true });
}

function Tools({ day }: { readonly day: string }) {
  const search = useSearch({ from: "/today" });
  const change = useChangeSearch();
  return (
    <div className={toolbar.tools}>
      <StepButtons
        labels={{ before: strings.before, now: strings.today, after: strings.after }}
        onStep={(by) => change({ day: by === 0 ? undefined : addDays(day, by) })}
      />
      <TextInput
        type="date"
        aria-label={strings.day}
        value={day}
        onChange={({ currentTarget }) => change({ day: currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label={strings.view}
        value={search.view ?? "board"}
        onChange={(view) => change({ view: view === "list" ? "list" : undefined })}
        data={[
          { value: "board", label: strings.asBoard },
          { value: "list", label: strings.asList },
        ]}
      />
      <DebouncedField
        className={toolbar.find ?? ""}
        type="search"
        aria-label={strings.find}
        placeholder={strings.findHint}
        maxLength={100}
        value={search.find ?? ""}
        onChange={(find) => change({ find: find === "" ? undefined : find })}
        data-page-search
      />
      <Checkbox
        label={strings.onlyAttention}
        checked={search.only !== undefined}
        onChange={({ currentTarget }) =>
          change({ only: currentTarget.checked ? "attention" : undefined })
        }
        pb={8}
      />
    </div>
  );
}

function Day({ board }: { readonly board: Board }) {
  const { view, find, only } = useSearch({ from: "/today" });
  const now = useNow();
  const mayMove = useMay()(moveJobs);
  const [move, setMove] = useState<MoveRequest | null>(null);
  const { engineers, jobs, movedJobs, dampCases } = board;
  const issues = useMemo(
    () => findBoardIssues(engineers, jobs, movedJobs, now, dampCases),
    [engineers, jobs, movedJobs, now, dampCases],
  );
  const problems = useMemo(() => describeProblems(issues), [issues]);
  const scale = useMemo(() => scaleOf(board.day, jobs, now), [board.day, jobs, now]);
  const rows = useMemo(() => placeVisits(board, now), [board, now]);
  const concerned = useMemo(
    () => (only === undefined ? null : new Set(issues.map((issue) => issue.fieldOperativeId))),
    [only, issues],
  );
  const shown = useMemo(() => filterRows(rows, find ?? "", concerned), [rows, find, concerned]);
  const unassigned = useMemo(
    () =>
      jobs.filter(
        ({ fieldOperativeId, cancelledOn }) => fieldOperativeId === null && cancelledOn === null,
      ),
    [jobs],
  );
  const cancelled = useMemo(() => jobs.filter(({ cancelledOn }) => cancelledOn !== null), [jobs]);
  const toDo = useMemo(() => issues.filter(({ kind }) => kind !== "not-assigned"), [issues]);
  const onMove = mayMove ? setMove : null;
  const parts = { rows: shown, problems, onMove };
  return (
    <>
      <div className={styles.columns}>
        <div>
          {engineers.length === 0 && (
            <Empty title={strings.noEngineers}>{strings.noEngineersAdvice}</Empty>
          )}
          {engineers.length > 0 && shown.length === 0 && (
            <Empty title={strings.nothingFound}>{strings.nothingFoundAdvice}</Empty>
          )}
          {shown.length > 0 &&
            (view === "list" ? (
              <DayList {...parts} />
            ) : (
              <>
                <BoardGrid {...parts} scale={scale} now={now} />
                <ul className={styles.legend} aria-label={strings.legend}>
                  {visitStates.map(({ state, sign, label }) => (
                    <li key={state}>
                      <span aria-hidden="true">{sign}</span> {label}
                    </li>
                  ))}
                  <li id="board-keys">{onMove ? strings.keys : strings.keysToRead}</li>
                </ul>
              </>
            ))}
        </div>
        <div className={styles.side}>
          <ToDo board={board} unassigned={unassigned} issues={toDo} onMove={onMove} />
          <Unassigned
            day={board.day}
            jobs={unassigned}
            hasMore={board.hasMoreUnassigned}
            onMove={onMove}
          />
          {cancelled.length > 0 && <Cancelled jobs={cancelled} />}
        </div>
      </div>
      {move && (
        <Suspense>
          <MoveDialog
            key={`${move.jobId} ${move.swapWith ?? ""}`}
            request={move}
            board={board}
            now={now}
            onClose={() => setMove(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What needs attention about each job, in words. */
function describeProblems(issues: readonly BoardIssue[]): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { jobId, otherJobId, kind } of issues)
    for (const id of [jobId, otherJobId]) {
      if (id === null) continue;
      const before = problems.get(id);
      const text = strings.issue[kind];
      problems.set(id, before === undefined || before === text ? text : `${before}, ${text}`);
    }
  return problems;
}

/** The engineers with that name, and those with a job that is looked for; with `concerned` only those of them. */
function filterRows(
  rows: readonly BoardRow[],
  find: string,
  concerned: ReadonlySet<string | null> | null,
): readonly BoardRow[] {
  const wanted = find.trim().toLowerCase();
  return rows.filter(({ engineer, visits, moved }) => {
    const isWanted =
      wanted === "" ||
      engineer.name.toLowerCase().includes(wanted) ||
      [...visits.map(({ job }) => job), ...moved].some((job) => isFound(job, wanted));
    return isWanted && (concerned === null || concerned.has(engineer.fieldOperativeId));
  });
}
