import { Button, NativeSelect } from "@mantine/core";
import { dampCaseStates, dampClockNames } from "@fieldfare/domain";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { CompliancePage } from "./compliance-page.tsx";
import styles from "./compliance.module.css";
import { downloadDampCases } from "./damp-csv.ts";
import { DampTable } from "./damp-table.tsx";
import { useDampCases } from "./queries.ts";
import { parseDampSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";

const groups = ["all", ...dampCaseStates, "closed"] as const;

/** The office sees which period of Awaab's law runs out first, and opens the case. */
export function DampScreen() {
  const search = useSearch({ from: "/compliance/damp" });
  const navigate = useNavigate({ from: "/compliance/damp" });
  const pages = useDampCases(search);
  const shown = pages.data?.pages.flatMap(({ cases }) => cases);
  const counts = pages.data?.pages[0]?.counts;
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.casesShown(count, pages.hasNextPage));
  }, [count, pages.hasNextPage]);
  const open = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  const isFiltered = search.state !== undefined || search.clock !== undefined;
  return (
    <CompliancePage
      aside={
        <Button variant="default" disabled={!count} onClick={() => downloadDampCases(shown ?? [])}>
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <nav aria-label={strings.dampStateNav} className={styles.states}>
        {groups.map((group) => (
          <Link
            key={group}
            to="/compliance/damp"
            search={parseDampSearch({ ...search, state: group === "all" ? undefined : group })}
            replace
            preload={false}
            className={styles.stateLink}
            aria-current={(search.state ?? "all") === group ? "true" : undefined}
            data-late={(group === "overdue" && counts && counts.overdue > 0) || undefined}
          >
            {group !== "closed" && (
              <span className={styles.count}>
                {counts === undefined ? "" : group === "all" ? open : counts[group]}{" "}
              </span>
            )}
            {strings.dampStates[group]}
          </Link>
        ))}
      </nav>
      {search.state !== "closed" && (
        <search className={styles.filters}>
          <NativeSelect
            label={strings.dampClock}
            value={search.clock ?? ""}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                search: parseDampSearch({ ...search, clock: value || undefined }),
                replace: true,
              })
            }
            data={[
              { value: "", label: strings.anyClock },
              ...dampClockNames.map((value) => ({ value, label: strings.clockNames[value] })),
            ]}
          />
        </search>
      )}
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!shown && !pages.error && <LoadingRows label={strings.dampLoading} count={6} height={72} />}
      {shown?.length === 0 && (
        <Empty title={isFiltered ? strings.noCasesTitle : strings.noCasesAtAllTitle}>
          {isFiltered ? strings.noCasesAdvice : strings.noCasesAtAllAdvice}
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <>
          <DampTable cases={shown} isStale={pages.isPlaceholderData} />
          <MorePages pages={pages} label={strings.more}>
            {strings.casesShown(shown.length, pages.hasNextPage)}
          </MorePages>
          <p className={styles.note}>
            {strings.dueSoonMeans} {strings.source}
          </p>
        </>
      )}
    </CompliancePage>
  );
}
