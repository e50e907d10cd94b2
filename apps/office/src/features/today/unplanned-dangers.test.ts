import { expect, it } from "vitest";
import type { SafetyForm } from "@fieldfare/contract/office";
import { pickUnplannedDangers } from "./unplanned-dangers.ts";

type Class = SafetyForm["findings"][number]["classification"];

const aForm = (propertyId: string, classes: readonly Class[], more: Partial<SafetyForm> = {}) => ({
  kind: "gas-safety-record" as const,
  jobId: "job",
  formattedJobId: "FF1",
  propertyId,
  address: "1 Example Street",
  postcode: "LS1 1AA",
  uprn: null,
  completedOn: "2026-11-27T09:00:00.000Z",
  engineerName: null,
  findings: classes.map((classification) => ({
    classification,
    name: "Boiler",
    fault: "",
    action: "",
    isNoticeIssued: null,
    noticeNumber: "",
    isRefused: false,
    isReportable: false,
  })),
  isOpen: true,
  job: null,
  ...more,
});

it("a home with an open danger and no open job is named once, with its gravest class", () => {
  const job = {
    jobId: "next",
    formattedJobId: "FF2",
    appointmentDateTime: "2026-11-28T09:00:00.000Z",
    status: "New" as const,
    fieldOperativeId: null,
    categoryName: "Gas repair",
    detailTypeName: "No heating",
  };
  const forms = [
    aForm("both", ["AR", "ID"]),
    aForm("both", ["AR"]),
    aForm("ended", ["ID"], { isOpen: false }),
    aForm("planned", ["AR"], { job }),
    aForm("minor", ["NCS", null]),
    aForm("risk", ["NCS", "AR"]),
  ];
  expect(
    pickUnplannedDangers(forms).map(({ form, classification }) => [
      form.propertyId,
      classification,
    ]),
  ).toEqual([
    ["both", "ID"],
    ["risk", "AR"],
  ]);
});
