import { Alert, List } from "@mantine/core";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import type { OpenJob } from "./queries.ts";
import { strings } from "./strings.ts";

const words = strings.openJobs;

interface OpenJobsProps {
  readonly jobs: readonly OpenJob[];
  /** Undefined: no type is chosen yet. */
  readonly jobDetailTypeId: number | undefined;
  /** The server has not raised the job, because the user had not seen one of these. */
  readonly isRefused?: boolean;
}

/** Says which open jobs the home has, so that nobody raises the same one twice. */
export function OpenJobs({ jobs, jobDetailTypeId, isRefused = false }: OpenJobsProps) {
  if (jobs.length === 0) return null;
  const hasSame = jobs.some((job) => job.jobDetailTypeId === jobDetailTypeId);
  return (
    <Alert
      role={isRefused ? "alert" : "status"}
      color={hasSame ? "var(--warn)" : "slate"}
      variant="outline"
      title={isRefused ? words.notRaised : hasSame ? words.sameType : words.title}
      mb="md"
    >
      <OpenJobLines jobs={jobs} jobDetailTypeId={jobDetailTypeId} />
    </Alert>
  );
}

/** The open jobs of a home, those of the same type first. */
export function OpenJobLines({
  jobs,
  jobDetailTypeId,
}: Pick<OpenJobsProps, "jobs" | "jobDetailTypeId">) {
  const engineerName = useOperativeName();
  const isSame = (job: OpenJob) => job.jobDetailTypeId === jobDetailTypeId;
  return (
    <List aria-label={words.title}>
      {jobs
        .toSorted((one, other) => Number(isSame(other)) - Number(isSame(one)))
        .map((job) => (
          <List.Item key={job.jobId} {...(isSame(job) && { fw: 600 })}>
            <AnchorLink
              to="/jobs/$jobId"
              params={{ jobId: job.jobId }}
              preload={false}
              target="_blank"
              underline="always"
              aria-label={`${job.formattedJobId} (${words.newTab})`}
            >
              {job.formattedJobId}
            </AnchorLink>
            {": "}
            {words.line(
              `${job.categoryName}, ${job.detailTypeName}`,
              formatMoment(job.appointmentDateTime),
              job.fieldOperativeId === null ? words.nobody : engineerName(job.fieldOperativeId),
            )}
          </List.Item>
        ))}
    </List>
  );
}
