import { isGivenAway } from "@fieldfare/device";
import { useMemo } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { DrawnTogether, useReadTogether } from "../../../phone/drawn-together.tsx";
import { useJobAlertsRead } from "../../../phone/job-alerts.ts";
import { strings as phoneStrings } from "../../../phone/strings.ts";
import { formatDateTime } from "../../../phone/times.ts";
import { Banner } from "../../../ui/banner.tsx";
import { AttachmentList } from "../attachments/attachment-list.tsx";
import { usePrepareForms } from "../forms/form-module.ts";
import { useSectionReturnPath } from "../section-return-path.ts";
import { JobPage } from "../job-page.tsx";
import { OfficeUpdates } from "../office-updates.tsx";
import { RemovalBanner } from "../removal/removal-banner.tsx";
import { useJobSaving } from "../job-saving.ts";
import type { JobScreen } from "../selected-job.tsx";
import { NoticeBanner } from "../warning-notice.tsx";
import { strings } from "../strings.ts";
import { HoldBanner } from "./hold-banner.tsx";
import { JobSummary } from "./job-summary.tsx";
import { SectionRows } from "./section-rows.tsx";
import { VisitWarnings } from "./visit-warnings.tsx";

/** The selected job: its status, updates from the office, its sections and its next step. */
export function HubScreen({ job }: JobScreen) {
  const text = strings();
  useSectionReturnPath(null);
  const { storedJob } = useJobSaving();
  useJobAlertsRead(job.jobId);
  usePrepareForms(storedJob.jobId, {
    isNeeded: storedJob.status !== "Closed" && storedJob.customForms.length > 0,
    isNext: false,
  });
  // Not drawn again with a step that is being saved. A section opens once the step that allows it is saved.
  const unchanged = useMemo(
    () => (
      <>
        <OfficeUpdates job={storedJob} />
        <AttachmentList job={storedJob} />
        <SectionRows job={storedJob} />
      </>
    ),
    [storedJob],
  );
  return (
    <JobPage job={job} title={text.title(job.formattedJobId)} back="/jobs" withSideSteps>
      <DrawnTogether>
        <RemovalBanner job={job} />
        <GivenAwayBanner job={job} />
        <JobSummary job={job} />
        <NoticeBanner job={job} />
        <VisitWarnings job={job} />
        <Warnings job={job} />
        <BegunElsewhereBanner job={job} />
        {job.hold && <HoldBanner hold={job.hold} />}
        {unchanged}
      </DrawnTogether>
    </JobPage>
  );
}

/** Says that the office has given the job to another engineer, so that this visit does not count. */
function GivenAwayBanner({ job: { jobId } }: JobScreen) {
  const device = useDevice();
  const isShown = useLive(() => isGivenAway(device, jobId), [device, jobId]);
  useReadTogether(isShown !== undefined);
  if (!isShown) return null;
  return (
    <Banner tone="warn" title={strings().hub.givenAway}>
      {phoneStrings().givenToAnother}
    </Banner>
  );
}

/** Says that the visit was begun with another phone of the engineer, which this one may know nothing of. */
function BegunElsewhereBanner({ job: { begunElsewhere, status } }: JobScreen) {
  if (!begunElsewhere || status === "Closed") return null;
  const text = strings().hub.begunElsewhere;
  return (
    <Banner tone="info" title={text.title}>
      {text.status(begunElsewhere, formatDateTime(begunElsewhere.since))}
    </Banner>
  );
}

/** The warnings and dangers among the property's notifications, with their original text. */
function Warnings({ job }: JobScreen) {
  const { severities } = strings().notifications;
  return job.property.notifications
    .filter(({ severity }) => severity > 0)
    .map(({ propertyNotificationId, severity, description }) => (
      <Banner
        key={propertyNotificationId}
        tone={severity === 2 ? "danger" : "warn"}
        title={severities[severity]}
      >
        {description}
      </Banner>
    ));
}
