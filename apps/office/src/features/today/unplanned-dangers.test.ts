import { expect, it } from "vitest";
import type { SafetyForm } from "@fieldfare/contract/office";
import { pickUnplannedDangers } from "./unplanned-dangers.ts";

type Class = SafetyForm["openDangers"][number]["classification"];

/** A form of a home with a boiler that was found Immediately Dangerous, and with these dangers open. */
const aForm = (propertyId: string, classes: readonly Class[], job: SafetyForm["job"] = null) => ({
  kind: "gas-safety-record" as const,
  jobId: "job",
  formattedJobId: "FF1",
  propertyId,
  address: "1 Example Street",
  postcode: "LS1 1AA",
  uprn: null,
  completedOn: "2026-11-27T09:00:00.000Z",
  engineerName: null,
  findings: [
    {
      classification: "ID" as const,
      name: "Boiler",
      fault: "",
      action: "",
      isNoticeIssued: null,
      noticeNumber: "",
      isRefused: false,
      isReportable: false,
    },
  ],
  isOpen: classes.length > 0,
  openDangers: classes.map((classification) => ({
    classification,
    name: `Open ${classification}`,
  })),
  job,
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
    aForm("both", ["AR", "ID"]),
    aForm("ended", []),
    aForm("planned", ["AR"], job),
    aForm("risk", ["AR"]),
  ];
  expect(
    pickUnplannedDangers(forms).map(({ form, classification, names }) => [
      form.propertyId,
      classification,
      names,
    ]),
  ).toEqual([
    ["both", "ID", ["Open ID"]],
    // The form has found another danger, which is over.
    ["risk", "AR", ["Open AR"]],
  ]);
});
