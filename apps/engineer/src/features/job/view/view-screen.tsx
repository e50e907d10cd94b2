import { isolateText } from "@fieldfare/domain";
import { type JobCard, readJobCards, readOwnJob } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { DrawnTogether } from "../../../phone/drawn-together.tsx";
import { useJobAlertsRead } from "../../../phone/job-alerts.ts";
import { useOpenJob } from "../../../phone/open-job.ts";
import { VisitLinks } from "../../../phone/visit-links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Banner, EmptyState } from "../../../ui/banner.tsx";
import { Page } from "../../../ui/page.tsx";
import { HoldBanner } from "../hub/hold-banner.tsx";
import { OfficeUpdates } from "../office-updates.tsx";
import { RemovalBanner } from "../removal/removal-banner.tsx";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

/**
 * Shows a job that is not active: its status, its address, the access notes and the contacts. All that can be done here is to
 * answer the office's request to remove the job, which also another active job does not keep from.
 */
export function ViewScreen() {
  const { jobId } = useParams({ from: "/jobs/view/$jobId" });
  const device = useDevice();
  const found = useLive(async () => {
    const [cards, job] = await Promise.all([readJobCards(device), readOwnJob(device, jobId)]);
    const card = cards.find((each) => each.jobId === jobId);
    return card && job ? { card, job } : null;
  }, [device, jobId]);
  useJobAlertsRead(found?.job.jobId);
  const open = useOpenJob();
  const text = strings();
  if (!found) {
    return (
      <Page title={text.title} back="/jobs">
        {found === undefined ? <Skeleton /> : <EmptyState icon="clipboard" title={text.missing} />}
      </Page>
    );
  }
  const { card, job } = found;
  return (
    <Page
      title={card.formattedJobId}
      back="/jobs"
      main={
        card.isSelectable && (
          <Button kind="main" onClick={() => open(card)}>
            {text.openJob}
          </Button>
        )
      }
    >
      <DrawnTogether>
        {!card.isSelectable && (
          <Banner tone="info" title={text.readOnly}>
            {text.readOnlyText}
          </Banner>
        )}
        <RemovalBanner job={job} />
        {job.hold && <HoldBanner hold={job.hold} />}
        <OfficeUpdates job={job} />
        <Card>
          <DescriptionList items={listDetails(card, job.taskDetails)} />
          <VisitLinks call={card.call} place={card.place} />
        </Card>
        {job.property.notifications
          .filter(({ severity }) => severity > 0)
          .map(({ propertyNotificationId, severity, description }) => (
            <Banner
              key={propertyNotificationId}
              tone={severity === 2 ? "danger" : "warn"}
              title={text.severities[severity === 2 ? 2 : 1]}
            >
              {description}
            </Banner>
          ))}
      </DrawnTogether>
    </Page>
  );
}

function listDetails(card: JobCard, taskDetails: string | null): readonly [string, string][] {
  const text = strings();
  return [
    [text.status, jobStrings().hub.statuses[card.status]],
    [text.address, card.address],
    [text.appointment, formatDateTime(card.appointmentDateTime)],
    [text.bookedFor, card.clientPreferredTimeName ?? text.none],
    [text.accessNotes, card.accessNotes?.trim() || text.none],
    [text.phone, card.call ? `${card.call.number} (${isolateText(card.call.name)})` : text.none],
    [text.priority, card.jobPriority ?? text.none],
    [text.work, `${card.categoryName} - ${card.detailTypeName}`],
    [text.details, taskDetails?.trim() || text.none],
  ];
}
