import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";

const steps = ["Travelling", "OnSite", "AccessGained"] as const;

/** Shows the appointment and the priority, and when the engineer began to travel, arrived and gained access. */
export function WhenScreen({ job }: JobScreen) {
  const { hub, notAvailable, when } = strings();
  return (
    <JobPage job={job} title={hub.sections.When}>
      <Card>
        <DescriptionList
          items={[
            [when.appointment, formatDateTime(job.appointmentDateTime)],
            [when.slot, job.clientPreferredTimeName ?? notAvailable],
            [when.priority, job.description.jobPriority ?? notAvailable],
            ...steps.map((step): readonly [string, string] => {
              const reached = job.statusTimestamps[step];
              return [when[step], reached ? formatDateTime(reached) : notAvailable];
            }),
          ]}
        />
      </Card>
    </JobPage>
  );
}
