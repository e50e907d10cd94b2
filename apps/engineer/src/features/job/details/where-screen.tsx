import type { JobRow } from "@fieldfare/device";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "../words.ts";
import { MapLink } from "./map-link.tsx";

export function WhereScreen({ job }: JobScreen) {
  const { hub, notAvailable, where } = words();
  const { property } = job;
  return (
    <JobPage job={job} title={hub.sections.Where}>
      <Card>
        <Facts
          facts={[
            [where.address, addressLines(property).join("\n")],
            [where.accessNotes, job.description.accessNotes?.trim() || notAvailable],
          ]}
        />
        <MapLink
          latitude={property.coordinatesLatitude}
          longitude={property.coordinatesLongitude}
        />
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
