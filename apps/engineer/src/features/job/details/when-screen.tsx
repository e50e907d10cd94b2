import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { Facts } from "../../../ui/facts.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "../words.ts";

const steps = ["Travelling", "OnSite", "AccessGained"] as const;

export function WhenScreen({ job }: JobScreen) {
  const { hub, notAvailable, when } = words();
  return (
    <JobPage job={job} title={hub.sections.When}>
      <Card>
        <Facts
          facts={[
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
