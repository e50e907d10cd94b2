import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "../words.ts";

export function WhatScreen({ job }: JobScreen) {
  const { hub, notAvailable, what } = words();
  return (
    <JobPage job={job} title={hub.sections.What}>
      <Card>
        <Facts
          facts={[
            [what.category, job.description.categoryName || notAvailable],
            [what.detailType, job.description.detailTypeName || notAvailable],
            [what.details, job.taskDetails?.trim() || notAvailable],
          ]}
        />
      </Card>
    </JobPage>
  );
}
