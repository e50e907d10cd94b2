import { expect, it } from "vitest";
import type { BoardDampCase } from "@fieldfare/contract/office";
import { describeDampWork } from "./describe-damp-work.ts";

const at = new Date("2026-11-27T12:00:00.000Z");
const describeWork = (
  clock: BoardDampCase["clock"],
  job: Partial<NonNullable<BoardDampCase["job"]>> | null,
) =>
  describeDampWork(
    {
      caseId: "case",
      propertyId: "home",
      address: "1 Example Street",
      clock,
      dueOn: "2026-11-28T09:00:00.000Z",
      job: job && {
        jobId: "job",
        formattedJobId: "FF1",
        appointmentDateTime: "2026-11-30T09:00:00.000Z",
        fieldOperativeId: "sam",
        detailTypeName: "Inspection",
        ...job,
      },
    },
    at,
  );

it("the line of a case says why its job does not count as planned work", () => {
  expect(describeWork("works", null)).toBe("No work is planned.");
  expect(describeWork("works", {})).toBe("FF1 is an inspection, which begins no works.");
  expect(describeWork("works", { fieldOperativeId: null })).toContain("is an inspection");
  expect(describeWork("safety", { fieldOperativeId: null })).toBe("Nobody has FF1.");
  expect(describeWork("emergency", {})).toMatch(/^FF1 is planned for .*, which is too late\.$/);
  const earlier = { appointmentDateTime: "2026-11-26T09:00:00.000Z", detailTypeName: "Works" };
  expect(describeWork("works", earlier)).toMatch(
    /^FF1 was planned for .*\. No later visit is planned\.$/,
  );
  expect(describeWork("summary", earlier)).toContain("written summary");
});
