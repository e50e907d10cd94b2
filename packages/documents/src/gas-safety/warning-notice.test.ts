import { expect, it } from "vitest";
import { warningNotice } from "./warning-notice.ts";

const completed = { formattedJobId: "FF100234", completedOn: "2026-11-21T11:30:00.000Z" };

it("the warning notice has the business, its contact details and the landlord", () => {
  const answers = {
    noticeNumber: "WN-FF100234-261121",
    businessName: "Fieldfare Heating Services Ltd",
    businessAddress: "Unit 7, Hunslet Trading Estate\nLeeds",
    businessPhone: "01134960400",
    landlordName: "Aire Valley Homes",
    landlordAddress: "2 Wharf Approach, Leeds",
    landlordPhone: "01134960500",
    notices: [{ type: "Gas pipework", classification: "ID", fault: "Leak at the meter union" }],
  };
  const notice = warningNotice({ ...completed, answers, images: new Map() });
  expect(notice.reference).toBe("WN-FF100234-261121");
  const text = JSON.stringify(notice);
  for (const words of [
    "Fieldfare Heating Services Ltd",
    "Unit 7, Hunslet Trading Estate, Leeds",
    "01134960400",
    "Aire Valley Homes",
    "2 Wharf Approach, Leeds",
    "01134960500",
    "Gas pipework",
    "Leak at the meter union",
  ])
    expect(text).toContain(words);
});
