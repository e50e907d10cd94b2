import { Button, Checkbox, Text } from "@mantine/core";
import { assignJob } from "@fieldfare/contract/office";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { writeCsv } from "../../ui/csv.ts";
import { formatForFile, formatMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import toolbar from "../../ui/toolbar.module.css";
import { type RaisedJob, useRaisedJobs } from "./queries.ts";
import { parseRaisedSearch } from "./routes.ts";
import { strings } from "./strings.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { EngineerSelect } from "../../server/engineer-select.tsx";

/** The office sees what engineers raised on site. What needs a decision comes first. */
export function RaisedJobsScreen() {
  const search = useSearch({ from: "/jobs/raised-on-site" });
  const navigate = useNavigate({ from: "/jobs/raised-on-site" });
  const pages = useRaisedJobs(search);
  const engineerName = useOperativeName();
  const shown = pages.data?.pages.flat().toSorted(byNeed);
  const count = shown?.length;
  const needed = shown?.filter(({ need }) => need !== null).length ?? 0;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, pages.hasNextPage));
  }, [count, pages.hasNextPage]);
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: parseRaisedSearch({ ...search, ...changes }), replace: true });
  return (
    <Page
      title={strings.title}
      aside={
        <Button
          variant="default"
          disabled={!count}
          onClick={() => download(shown ?? [], engineerName)}
        >
          {strings.csv(count ?? 0)}
        </Button>
      }
    >
      <search className={toolbar.tools}>
        <EngineerSelect
          label={strings.engineer}
          anybody={strings.anybody}
          value={search.engineer}
          onChange={(engineer) => change({ engineer })}
        />
        <Checkbox
          label={strings.closed}
          checked={search.closed !== undefined}
          onChange={({ currentTarget }) =>
            change({ closed: currentTarget.checked ? "yes" : undefined })
          }
          pb={8}
        />
      </search>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!shown && !pages.error && <LoadingRows label={strings.loading} count={6} height={64} />}
      {shown?.length === 0 && <Empty title={strings.nothing}>{strings.nothingAdvice}</Empty>}
      {shown !== undefined && shown.length > 0 && (
        <>
          <Text mb="xs" fw={600}>
            {needed === 0 ? strings.nothingToDecide : strings.toDecide(needed)}
          </Text>
          <JobTable jobs={shown} />
          <MorePages pages={pages} label={strings.more}>
            {strings.shown(shown.length, pages.hasNextPage)}
          </MorePages>
        </>
      )}
    </Page>
  );
}

const isNeeded = ({ need }: RaisedJob) => Number(need !== null);
const byNeed = (one: RaisedJob, other: RaisedJob) => isNeeded(other) - isNeeded(one);

const tones: Readonly<Record<string, Tone>> = { Closed: "good", Cancelled: "neutral" };

/** How far a job is. The server closes a job that is cancelled. */
function readStatus({ status, cancelledOn }: RaisedJob): keyof typeof strings.statuses {
  return cancelledOn === null ? status : "Cancelled";
}

function JobTable({ jobs }: { readonly jobs: readonly RaisedJob[] }) {
  const engineerName = useOperativeName();
  const may = useMay();
  return (
    <div className={table.scroll}>
      <table className={table.table} aria-label={strings.title} onKeyDown={moveThroughRows}>
        <thead>
          <tr>
            <th scope="col">{strings.job}</th>
            <th scope="col">{strings.work}</th>
            <th scope="col">{strings.raised}</th>
            <th scope="col">{strings.dates}</th>
            <th scope="col">{strings.state}</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => {
            const { jobId, formattedJobId, need, assignedTo } = job;
            return (
              <tr key={jobId}>
                <td>
                  <AnchorLink to="/jobs/$jobId" params={{ jobId }} preload={false} data-row-link>
                    {formattedJobId}
                  </AnchorLink>
                  <div>{job.address}</div>
                </td>
                <td>
                  <div>{`${job.categoryName}: ${job.detailTypeName}`}</div>
                  <Text size="sm" lineClamp={3}>
                    {job.jobDetails}
                  </Text>
                </td>
                <td>
                  <div>{formatMoment(job.receivedOn)}</div>
                  <div>{strings.raisedBy(job.operativeName)}</div>
                  <Text size="sm" c="dimmed">
                    {job.clientName}
                  </Text>
                </td>
                <td>
                  <div>{job.clientJobPriorityName}</div>
                  <Text size="sm">{strings.response(formatMoment(job.targetResponseDate))}</Text>
                  <Text size="sm">
                    {strings.completion(formatMoment(job.targetCompletionDate))}
                  </Text>
                </td>
                <td>
                  {need === null ? (
                    <Pill tone={tones[readStatus(job)] ?? "current"}>
                      {strings.statuses[readStatus(job)]}
                    </Pill>
                  ) : (
                    <Pill tone="danger">{strings.needs[need]}</Pill>
                  )}
                  <div>{assignedTo === null ? strings.nobody : engineerName(assignedTo)}</div>
                  {need === "engineer" && may(assignJob) && (
                    <ButtonLink
                      to="/jobs/$jobId"
                      params={{ jobId }}
                      preload={false}
                      size="xs"
                      variant="default"
                      aria-label={strings.assignJob(formattedJobId)}
                    >
                      {strings.assign}
                    </ButtonLink>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function download(jobs: readonly RaisedJob[], engineerName: (id: string | null) => string): void {
  const heading = [
    strings.job,
    strings.address,
    strings.work,
    strings.raised,
    strings.raisedByColumn,
    strings.engineer,
    strings.client,
    strings.priority,
    strings.dates,
    strings.state,
  ];
  const rows = jobs.map((job) => [
    job.formattedJobId,
    job.address,
    `${job.detailTypeName}: ${job.jobDetails}`,
    formatForFile(job.receivedOn),
    job.operativeName,
    engineerName(job.assignedTo),
    job.clientName,
    job.clientJobPriorityName,
    formatForFile(job.targetCompletionDate),
    job.need === null ? strings.statuses[readStatus(job)] : strings.needs[job.need],
  ]);
  const csv = writeCsv([heading, ...rows]);
  downloadFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "jobs-raised-on-site.csv");
}
