import { expect, it } from "vitest";
import type { BoardDampCase } from "@fieldfare/contract/office";
import { describeDampWork, lacksEngineer } from "./describe-damp-work.ts";

const at = new Date("2026-11-27T12:00:00.000Z");
const aCase = (
  clock: BoardDampCase["clock"],
  job: Partial<NonNullable<BoardDampCase["job"]>> | null,
): BoardDampCase => ({
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
});
const describeWork = (...of: Parameters<typeof aCase>) => describeDampWork(aCase(...of), at);

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

it("a job lacks only an engineer if nobody has it and it is the work that is asked for", () => {
  const nobody = { fieldOperativeId: null };
  expect(lacksEngineer(aCase("safety", nobody))).toBe(true);
  expect(lacksEngineer(aCase("works", { ...nobody, detailTypeName: "Works" }))).toBe(true);
  expect(lacksEngineer(aCase("works", nobody))).toBe(false);
  expect(lacksEngineer(aCase("summary", nobody))).toBe(false);
  expect(lacksEngineer(aCase("safety", {}))).toBe(false);
  expect(lacksEngineer(aCase("safety", null))).toBe(false);
});
