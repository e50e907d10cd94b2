import type { JobCard } from "@fieldfare/device";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { JobCardButton } from "./job-card.tsx";

const card: JobCard = {
  jobId: "0193b3f0-0000-7000-8000-0000000000a1",
  formattedJobId: "FF-B8A13773",
  status: "New",
  group: "scheduled",
  appointmentDateTime: "2026-11-21T10:00:00.000Z",
  clientPreferredTimeName: null,
  address: "3 Nasser Court, LS6 1AA",
  categoryName: "Gas repair",
  detailTypeName: "No heating",
  accessNotes: null,
  removalRequested: false,
  unreadAlert: null,
  highestSeverity: null,
  earlierVisits: null,
  isSelectable: true,
  jobPriority: null,
  hold: null,
  call: null,
  place: { address: "3 Nasser Court" },
};

it("a job's card has the number by which an alert names the job", () => {
  const html = renderToStaticMarkup(<JobCardButton card={card} onOpen={() => undefined} />);
  expect(html).toContain("FF-B8A13773");
});
