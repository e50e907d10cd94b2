import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";

/** Shows what work was ordered: the job type, the task type and the job notes of the office. */
export function WhatScreen({ job }: JobScreen) {
  const { hub, notAvailable, what } = strings();
  return (
    <JobPage job={job} title={hub.sections.What}>
      <Card>
        <DescriptionList
          items={[
            [what.category, job.description.categoryName || notAvailable],
            [what.detailType, job.description.detailTypeName || notAvailable],
            [what.details, job.taskDetails?.trim() || notAvailable],
          ]}
        />
      </Card>
    </JobPage>
  );
}
