import { Button } from "@mantine/core";
import type { PartOrderRow } from "@fieldfare/contract/office";
import { partOrderStates } from "@fieldfare/domain";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import toolbar from "../../ui/toolbar.module.css";
import { PartDialog } from "./part-dialog.tsx";
import type { PartStep } from "./part-fields.ts";
import { PartTable } from "./part-table.tsx";
import { downloadParts } from "./parts-csv.ts";
import styles from "./parts-screen.module.css";
import { usePartOrders } from "./queries.ts";
import { parsePartsSearch, type PartsSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { EngineerSelect } from "../../server/engineer-select.tsx";

type Change = (changes: {
  readonly [Name in keyof PartsSearch]?: PartsSearch[Name] | undefined;
}) => void;

interface Stepping {
  readonly part: PartOrderRow;
  readonly step: PartStep;
}

/** The office sees which parts engineers asked for, orders them, and says where they wait. */
export function PartsScreen() {
  const search = useSearch({ from: "/parts" });
  const navigate = useNavigate({ from: "/parts" });
  const pages = usePartOrders(search);
  const engineerName = useOperativeName();
  // Stays open when the list changes meanwhile, so that nothing typed is lost.
  const [stepping, setStepping] = useState<Stepping | null>(null);
  const shown = pages.data?.pages.flatMap(({ parts }) => parts);
  const waiting = pages.data?.pages[0]?.waiting;
  const count = shown?.length;
  const state = search.state ?? "to-order";
  const isFiltered = Object.keys(search).some((name) => name !== "state");
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, pages.hasNextPage));
  }, [count, pages.hasNextPage]);
  const change: Change = (changes) =>
    void navigate({ search: parsePartsSearch({ ...search, ...changes }), replace: true });
  return (
    <Page
      title={strings.title}
      aside={
        <Button
          variant="default"
          disabled={!count}
          onClick={() => downloadParts(shown ?? [], engineerName)}
        >
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <States search={search} waiting={waiting} />
      <Filters search={search} change={change} shown={shown ?? []} />
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!shown && !pages.error && <LoadingRows label={strings.loading} count={6} height={64} />}
      {shown?.length === 0 && (
        <Empty title={isFiltered ? strings.nothingFound : strings.nothingTitle[state]}>
          {isFiltered ? strings.nothingFoundAdvice : strings.nothingAdvice[state]}
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <>
          <PartTable
            parts={shown}
            isStale={pages.isPlaceholderData}
            onStep={(part, step) => setStepping({ part, step })}
          />
          <MorePages pages={pages} label={strings.more}>
            {strings.shown(shown.length, pages.hasNextPage)}
          </MorePages>
        </>
      )}
      {stepping && <PartDialog {...stepping} onClose={() => setStepping(null)} />}
    </Page>
  );
}

interface StatesProps {
  readonly search: PartsSearch;
  readonly waiting:
    | { readonly toOrder: number; readonly ordered: number; readonly ready: number }
    | undefined;
}

function States({ search, waiting }: StatesProps) {
  const counts: Readonly<Partial<Record<string, number>>> = waiting
    ? { "to-order": waiting.toOrder, ordered: waiting.ordered, ready: waiting.ready }
    : {};
  const current = search.state ?? "to-order";
  return (
    <nav aria-label={strings.stateNav} className={styles.states}>
      {[...partOrderStates, "any" as const].map((state) => (
        <Link
          key={state}
          to="/parts"
          search={{ ...search, state }}
          className={styles.state}
          preload={false}
          {...(state === current && { "aria-current": "page" })}
        >
          {state === "any" ? strings.any : strings.states[state]}
          {counts[state] !== undefined && <span className={styles.count}>{counts[state]}</span>}
        </Link>
      ))}
    </nav>
  );
}

interface FiltersProps {
  readonly search: PartsSearch;
  readonly change: Change;
  readonly shown: readonly PartOrderRow[];
}

function Filters({ search, change, shown }: FiltersProps) {
  const isFiltered = Object.keys(search).some((name) => name !== "state");
  const jobOfFilter = shown
    .flatMap(({ job, collectedFor }) => (collectedFor ? [job, collectedFor] : [job]))
    .find(({ jobId }) => jobId === search.job);
  return (
    <search className={toolbar.tools}>
      <DebouncedField
        className={toolbar.find ?? ""}
        type="search"
        label={strings.search}
        placeholder={strings.searchHint}
        maxLength={200}
        value={search.search ?? ""}
        onChange={(value) => change({ search: value })}
        data-page-search
      />
      <EngineerSelect
        label={strings.engineer}
        anybody={strings.anybody}
        value={search.engineer}
        onChange={(engineer) => change({ engineer })}
      />
      {search.job !== undefined && (
        <Button variant="light" onClick={() => change({ job: undefined })}>
          {strings.onlyJob(jobOfFilter?.formattedJobId ?? strings.thisJob)} ✕
        </Button>
      )}
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => change({ search: undefined, engineer: undefined, job: undefined })}
        >
          {strings.clear}
        </Button>
      )}
    </search>
  );
}
