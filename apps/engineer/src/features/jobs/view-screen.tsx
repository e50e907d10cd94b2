import { isolateText } from "@fieldfare/domain";
import { type JobCard, readJobCards, readOwnJob } from "@fieldfare/device";
import { useParams } from "@tanstack/react-router";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useJobAlertsRead } from "../../phone/job-alerts.ts";
import { useOpenJob } from "../../phone/open-job.ts";
import { VisitLinks } from "../../phone/visit-links.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatDateTime } from "../../ui/dates.ts";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Banner, EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { strings } from "./strings.ts";

/** Shows a job that is not active: its address, the access notes and the contacts. It changes nothing. */
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
        {found === undefined ? (
          <Skeleton />
        ) : (
          <EmptyState icon="clipboard" title={text.view.missing} />
        )}
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
      {!card.isSelectable && (
        <Banner tone="info" title={text.view.readOnly}>
          {text.view.text}
        </Banner>
      )}
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
            title={text.severity[severity === 2 ? 2 : 1]}
          >
            {description}
          </Banner>
        ))}
    </Page>
  );
}

function listDetails(card: JobCard, taskDetails: string | null): readonly [string, string][] {
  const { none, bookedFor, accessNotes, priority, phone, view } = strings();
  return [
    [view.address, card.address],
    [view.appointment, formatDateTime(card.appointmentDateTime)],
    [bookedFor, card.clientPreferredTimeName ?? none],
    [accessNotes, card.accessNotes?.trim() || none],
    [phone, card.call ? `${card.call.number} (${isolateText(card.call.name)})` : none],
    [priority, card.jobPriority ?? none],
    [view.work, `${card.categoryName} - ${card.detailTypeName}`],
    [view.details, taskDetails?.trim() || none],
  ];
}
