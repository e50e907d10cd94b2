import { Button, Checkbox, Skeleton } from "@mantine/core";
import { createJob } from "@fieldfare/contract/office";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { useMay } from "../../server/account.ts";
import { writeCsv } from "../../ui/csv.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { CompliancePage } from "./compliance-page.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import styles from "./compliance.module.css";
import { homeColumns } from "./home-columns.ts";
import { HomeTable } from "./home-table.tsx";
import { useGasSafetyHomes, useGasSafetyWeeks } from "./queries.ts";
import { type GasSafetySearch, parseGasSafetySearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { WeekPicker } from "./week-picker.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";

/** The planner sees whose gas safety record runs out, and raises the jobs for the next ones. */
export function GasSafetyScreen() {
  const search = useSearch({ from: "/compliance" });
  const navigate = useNavigate({ from: "/compliance" });
  const may = useMay();
  const weeks = useGasSafetyWeeks();
  const homes = useGasSafetyHomes(search);
  const engineerName = useOperativeName();
  const shown = homes.data?.pages.flat();
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, homes.hasNextPage));
  }, [count, homes.hasNextPage]);

  const change = (changes: { readonly raised: GasSafetySearch["raised"] }) =>
    void navigate({ search: parseGasSafetySearch({ ...search, ...changes }), replace: true });
  const downloadCsv = () => {
    const rows = (shown ?? []).map((home) =>
      homeColumns.map(({ read }) => read(home, engineerName)),
    );
    const csv = writeCsv([homeColumns.map(({ label }) => label), ...rows]);
    downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "gas-safety-records.csv");
  };
  const error = weeks.error ?? homes.error;
  const retry = () => void Promise.all([weeks.refetch(), homes.refetch()]);

  return (
    <CompliancePage
      aside={
        <Button variant="default" disabled={!count} onClick={downloadCsv}>
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      {error && <ErrorNotice error={error} retry={retry} />}
      {weeks.data && <WeekPicker weeks={weeks.data} group={search.group ?? "overdue"} />}
      {!weeks.data && !weeks.error && <Skeleton h={132} mb="md" />}
      <Checkbox
        className={styles.filter ?? ""}
        label={strings.onlyWithoutJob}
        checked={search.raised === "no"}
        onChange={({ currentTarget: { checked } }) =>
          change({ raised: checked ? "no" : undefined })
        }
      />
      {!shown && !homes.error && <LoadingRows label={strings.loading} count={8} height={40} />}
      {shown?.length === 0 && weeks.data && (
        <Nothing isNone={isNothingKnown(weeks.data)} isFiltered={search.raised === "no"} />
      )}
      {shown !== undefined && shown.length > 0 && weeks.data && (
        <>
          <HomeTable
            homes={shown}
            today={weeks.data.today}
            jobDetailTypeId={may(createJob) ? weeks.data.jobDetailTypeId : undefined}
            isStale={homes.isPlaceholderData}
          />
          <MorePages pages={homes} label={strings.more}>
            {strings.shown(shown.length, homes.hasNextPage)}
          </MorePages>
        </>
      )}
    </CompliancePage>
  );
}

function isNothingKnown({
  missing,
  overdue,
  weeks,
  later,
}: NonNullable<ReturnType<typeof useGasSafetyWeeks>["data"]>): boolean {
  return [missing, overdue, later, ...weeks].every(({ homes }) => homes === 0);
}

function Nothing({
  isNone,
  isFiltered,
}: {
  readonly isNone: boolean;
  readonly isFiltered: boolean;
}) {
  if (isNone) return <Empty title={strings.noneTitle}>{strings.noneAdvice}</Empty>;
  return (
    <Empty title={strings.emptyTitle}>
      {isFiltered ? strings.emptyWithoutJob : strings.emptyAdvice}
    </Empty>
  );
}
