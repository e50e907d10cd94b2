import { type JobRow, readDestination } from "@fieldfare/device";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { describeKeySafe } from "../key-safe.ts";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { MapLink } from "./map-link.tsx";

/** Shows the address and the access notes. The engineer can open the address in a map. */
export function WhereScreen({ job }: JobScreen) {
  const { hub, notAvailable, where } = strings();
  const { property } = job;
  return (
    <JobPage job={job} title={hub.sections.Where}>
      <Card>
        <DescriptionList
          items={[
            [where.address, addressLines(property).join("\n")],
            ...(job.keySafe ? [[where.keySafe, describeKeySafe(job.keySafe)] as const] : []),
            [where.accessNotes, job.description.accessNotes?.trim() || notAvailable],
          ]}
        />
        <MapLink place={readDestination(property)} />
      </Card>
    </JobPage>
  );
}

function addressLines(property: JobRow["property"]): readonly string[] {
  return [
    property.addressLine1,
    property.addressLine2,
    property.addressLine3,
    property.addressLine4,
    property.postcode,
  ].filter((line): line is string => line !== null && line.trim() !== "");
}
