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
  hasUnreadComment: false,
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

it("a comment is named as such, and not as a change of the job", () => {
  const commented = { ...card, hasUnreadComment: true };
  const html = renderToStaticMarkup(<JobCardButton card={commented} onOpen={() => undefined} />);
  expect(html).toContain("Comment from the office");
  expect(html).not.toContain("Changed by the office");
});

it("a change and a comment are both named", () => {
  const both = { ...card, unreadAlert: "job-changed" as const, hasUnreadComment: true };
  const html = renderToStaticMarkup(<JobCardButton card={both} onOpen={() => undefined} />);
  expect(html).toContain("Changed by the office");
  expect(html).toContain("Comment from the office");
});
