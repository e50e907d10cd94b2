import { Alert, Skeleton } from "@mantine/core";
import type { JobStatus } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment, formatTime } from "../../ui/dates.ts";
import { Page } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { AskedSection } from "./asked-section.tsx";
import { findAttention } from "./attention.ts";
import { AttentionSection } from "./attention-section.tsx";
import { describeRequest, type Request } from "./cancellation.ts";
import { DangerNotice } from "./danger-notice.tsx";
import { DocumentsSection } from "./documents-section.tsx";
import { EarlierVisit } from "./earlier-visit.tsx";
import { isEnded } from "./ended-notice.tsx";
import { EvidenceSection } from "./evidence-section.tsx";
import { listEvidence } from "./evidence.ts";
import { FormsSection } from "./forms-section.tsx";
import { JobActions } from "./job-actions.tsx";
import styles from "./job-screen.module.css";
import { hasNeeds, NeedsSection } from "./needs-section.tsx";
import { OutcomeSection } from "./outcome-section.tsx";
import { PhotosSection } from "./photos-section.tsx";
import { PropertySection } from "./property-section.tsx";
import { type FieldJob, useJob } from "./queries.ts";
import { strings } from "./strings.ts";
import { TimelineSection } from "./timeline-section.tsx";
import { WorkSection } from "./work-section.tsx";

/** Shows one job with all that the engineer's phone has sent about it. */
export function JobScreen() {
  const { jobId } = useParams({ from: "/jobs/$jobId" });
  const { data, error, refetch, notLiveSince } = useJob(jobId);
  if (!data)
    return (
      <Page title={strings.job}>
        {error ? (
          <>
            <ErrorNotice error={error} retry={() => void refetch()} />
            <AnchorLink to="/jobs">{strings.toJobs}</AnchorLink>
          </>
        ) : (
          <div role="status" aria-label={strings.loading}>
            <Skeleton h={160} mb="md" />
            <Skeleton h={240} />
          </div>
        )}
      </Page>
    );
  return <LoadedJob field={data} error={error} notLiveSince={notLiveSince} />;
}

interface LoadedJobProps {
  readonly field: FieldJob;
  readonly error: unknown;
  readonly notLiveSince: number | null;
}

function LoadedJob({ field, error, notLiveSince }: LoadedJobProps) {
  const { job } = field;
  // A job that was taken from the phone is still that of the engineer who closed it.
  const fieldOperativeId =
    field.fieldOperativeId ?? field.closing?.closedBy?.fieldOperativeId ?? null;
  const engineerName = useOperativeName();
  const { addressLine1, postcode } = job.property;
  const attention = findAttention(field);
  const request = describeRequest(field, engineerName);
  const sections = [
    ...(attention.length > 0 ? (["attention"] as const) : []),
    "asked",
    ...(hasNeeds(field) ? (["needs"] as const) : []),
    ...(field.closing ? (["outcome"] as const) : []),
    "timeline",
    "work",
    ...(listEvidence(field).length > 0 ? (["evidence"] as const) : []),
    "photos",
    "forms",
    "property",
    "documents",
  ] as const;
  return (
    <Page
      title={`${job.formattedJobId}, ${addressLine1}, ${postcode}`}
      aside={<JobActions field={field} />}
    >
      {error !== null && <ErrorNotice error={error} />}
      {error === null && notLiveSince !== null && !isEnded(field) && (
        <Alert color="yellow" variant="outline" role="status" mb="sm">
          {strings.notLive(formatTime(new Date(notLiveSince).toISOString()))}
        </Alert>
      )}
      <p className={styles.summary}>
        <JobPill field={field} request={request} />
        {job.hold && <Pill tone="warn">On hold</Pill>}
        <span>{formatMoment(job.appointmentDateTime)}</span>
        {fieldOperativeId === null ? (
          <span>{strings.notAssigned}</span>
        ) : (
          <AnchorLink to="/engineers/$fieldOperativeId" params={{ fieldOperativeId }}>
            {engineerName(fieldOperativeId)}
          </AnchorLink>
        )}
      </p>
      {field.earlierVisit && <EarlierVisit field={field} visit={field.earlierVisit} />}
      {request && <p className={styles.notice}>{request.text}</p>}
      <DangerNotice field={field} />
      <div className={styles.columns}>
        <nav aria-label={strings.onThisPage} className={styles.contents}>
          {sections.map((id) => (
            <a
              key={id}
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                const heading = document.getElementById(id);
                heading?.closest("section")?.scrollIntoView();
                heading?.focus({ preventScroll: true });
              }}
            >
              {strings.sections[id]}
            </a>
          ))}
        </nav>
        <div className={styles.sections}>
          {attention.length > 0 && <AttentionSection attention={attention} />}
          <AskedSection field={field} />
          {hasNeeds(field) && <NeedsSection field={field} />}
          {field.closing && <OutcomeSection closing={field.closing} />}
          <TimelineSection field={field} />
          <WorkSection field={field} />
          <EvidenceSection field={field} />
          <PhotosSection field={field} />
          <FormsSection field={field} />
          <PropertySection field={field} />
          <DocumentsSection documents={field.documents} isClosed={field.closing !== null} />
        </div>
      </div>
    </Page>
  );
}

const statusTones = {
  New: "neutral",
  Travelling: "current",
  OnSite: "current",
  AccessGained: "current",
  Closed: "good",
} as const satisfies Record<JobStatus, Tone>;

interface JobPillProps {
  readonly field: FieldJob;
  readonly request: Request | null;
}

function JobPill({ field: { job, cancellation }, request }: JobPillProps) {
  if (cancellation && cancellation.cancelledOn !== null)
    return <Pill tone="neutral">{strings.cancel.cancelled}</Pill>;
  return (
    <>
      <Pill tone={statusTones[job.status]}>{strings.statuses[job.status]}</Pill>
      {request !== null && request.pill !== null && <Pill tone="warn">{request.pill}</Pill>}
    </>
  );
}
