import { readRemoval } from "@fieldfare/device";
import { useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { useJobAlertsRead } from "../../../device/job-alerts.ts";
import { JobChanges } from "../../../device/job-changes.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Banner } from "../../../ui/notice.tsx";
import { useDetourFrom } from "../detour.ts";
import { JobPage } from "../job-page.tsx";
import { RemovalDialog } from "../removal/removal-dialog.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { OwedNotice } from "../warning-notice.tsx";
import { words } from "../words.ts";
import { HoldBanner } from "./hold-banner.tsx";
import { JobSummary } from "./job-summary.tsx";
import { SectionRows } from "./section-rows.tsx";
import { VisitWarnings } from "./visit-warnings.tsx";

/** The selected job: where it stands, what the office says, its sections and its next step. */
export function HubScreen({ job }: JobScreen) {
  const spoken = words();
  useDetourFrom(null);
  useJobAlertsRead(job.jobId);
  return (
    <JobPage job={job} title={spoken.title(job.formattedJobId)} back="/jobs" withSideSteps>
      <RemovalBanner job={job} />
      <JobSummary job={job} />
      <OwedNotice job={job} />
      <VisitWarnings job={job} />
      <Warnings job={job} />
      {job.hold && <HoldBanner hold={job.hold} />}
      {job.officeUpdates.map((update) => (
        <Banner
          key={update.commandId}
          tone="info"
          title={spoken.hub.officeUpdate(formatDateTime(update.receivedOn))}
        >
          <span dir="auto">{update.details}</span>
          <JobChanges changes={update.changes} />
        </Banner>
      ))}
      <SectionRows job={job} />
    </JobPage>
  );
}

/** What endangers whoever goes in, in its own words. */
function Warnings({ job }: JobScreen) {
  const { severities } = words().notifications;
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

function RemovalBanner({ job }: JobScreen) {
  const device = useDevice();
  const removal = useLive(() => readRemoval(device, job.jobId), [device, job.jobId]);
  const [isOpen, setOpen] = useState(false);
  const spoken = words().removal;
  if (!removal) return null;
  return (
    <>
      <Banner tone="warn" title={spoken.requested}>
        {spoken.requestedText}
        <Button onClick={() => setOpen(true)}>{spoken.review}</Button>
      </Banner>
      {isOpen && <RemovalDialog job={job} onClose={() => setOpen(false)} />}
    </>
  );
}
