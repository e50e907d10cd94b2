import { Button, Menu } from "@mantine/core";
import { createJob, listJobs, listQuickJobs } from "@fieldfare/contract/office";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { request } from "../../server/request.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { writeCsv } from "../../ui/csv.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { jobColumns, type ListedJob } from "./columns.ts";
import { JobFilters } from "./job-filters.tsx";
import { JobTable } from "./job-table.tsx";
import {
  type JobsSearch,
  type JobsSearchChange,
  parseJobsSearch,
  readHiddenColumns,
} from "./routes.ts";
import { strings } from "./strings.ts";
import { ViewMenu } from "./view-menu.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";

const pageSize = 50;

/** The values of the address that leave no job out. */
const notFilters: ReadonlySet<string> = new Set(["order", "hidden", "view"]);

/** The planner finds jobs here, orders them, and downloads those that are shown as CSV. */
export function JobsScreen() {
  const search = useSearch({ from: "/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const jobs = useJobs(search);
  const shown = jobs.data?.pages.flat();
  const hidden = readHiddenColumns(search);
  const engineerName = useOperativeName();
  const may = useMay();
  const isFiltered = Object.entries(search).some(
    ([name, value]) => !notFilters.has(name) && value !== undefined,
  );
  const change = (changes: JobsSearchChange) =>
    void navigate({ search: dropAbsent({ ...search, ...changes }), replace: true });

  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, jobs.hasNextPage));
  }, [count, jobs.hasNextPage]);

  const downloadCsv = () => {
    const columns = jobColumns.filter(({ id }) => !hidden.includes(id));
    const rows = (shown ?? []).map((job) => columns.map(({ read }) => read(job, engineerName)));
    const csv = writeCsv([columns.map(({ label }) => label), ...rows]);
    downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "jobs.csv");
  };

  return (
    <Page
      title={strings.title}
      aside={
        <>
          <ViewMenu search={search} open={(next) => void navigate({ search: dropAbsent(next) })} />
          <ColumnMenu hidden={hidden} onChange={(ids) => change({ hidden: ids.join(",") })} />
          <Button variant="default" disabled={!shown?.length} onClick={downloadCsv}>
            {strings.csv(count ?? 0)}
          </Button>
          {may(listQuickJobs) && (
            <ButtonLink to="/jobs/raised-on-site" variant="default" preload={false}>
              {strings.raisedOnSite}
            </ButtonLink>
          )}
          {may(createJob) && <ButtonLink to="/jobs/new">{strings.raise}</ButtonLink>}
        </>
      }
    >
      <JobFilters search={search} change={change} />
      {jobs.error && <ErrorNotice error={jobs.error} retry={() => void jobs.refetch()} />}
      {shown === undefined && !jobs.error && (
        <LoadingRows label={strings.loading} count={10} height={36} />
      )}
      {shown?.length === 0 && (
        <Empty title={isFiltered ? strings.nothingFound : strings.noJobs}>
          {isFiltered ? strings.nothingFoundAdvice : strings.noJobsAdvice}
        </Empty>
      )}
      {shown !== undefined && shown.length > 0 && (
        <>
          <JobTable jobs={shown} search={search} change={change} isStale={jobs.isPlaceholderData} />
          <MorePages pages={jobs} label={strings.more}>
            {strings.shown(shown.length, jobs.hasNextPage)}
          </MorePages>
        </>
      )}
    </Page>
  );
}

function dropAbsent(search: JobsSearchChange): JobsSearch {
  return parseJobsSearch({ ...search });
}

function useJobs({ view: _view, hidden: _hidden, ...filters }: JobsSearch) {
  const { search, status, outcome, engineer, category, from, to, order } = filters;
  return useInfiniteQuery({
    queryKey: ["jobs", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      request(listJobs, {
        signal,
        query: {
          limit: String(pageSize),
          ...(search !== undefined && { search }),
          ...(status && toStatusQuery(status)),
          ...(outcome === "follow-on" && { followOn: "missing" }),
          ...(outcome !== undefined && outcome !== "follow-on" && { outcome }),
          ...(engineer === "none" && { assigned: "no" }),
          ...(engineer !== undefined && engineer !== "none" && { fieldOperativeId: engineer }),
          ...(category !== undefined && { jobCategoryId: category }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(order && { order }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
    initialPageParam: firstPage,
    getNextPageParam: readNextPage,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? 60_000 : false),
  });
}

/** A cancelled job is Closed for the server. */
function toStatusQuery(status: NonNullable<JobsSearch["status"]>) {
  if (status === "Cancelled") return { cancelled: "yes" as const };
  return status === "Closed" ? { status, cancelled: "no" as const } : { status };
}

const firstPage: string | null = null;

/** A full page may have another one after it. */
function readNextPage(page: readonly ListedJob[]): string | undefined {
  return page.length === pageSize ? page.at(-1)?.jobId : undefined;
}

interface ColumnMenuProps {
  readonly hidden: readonly string[];
  readonly onChange: (hidden: string[]) => void;
}

function ColumnMenu({ hidden, onChange }: ColumnMenuProps) {
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default">{strings.columns}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {jobColumns
          .filter(({ id }) => id !== "formattedJobId")
          .map(({ id, label }) => (
            <Menu.CheckboxItem
              key={id}
              checked={!hidden.includes(id)}
              onChange={(isShown) =>
                onChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
              }
            >
              {label}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
