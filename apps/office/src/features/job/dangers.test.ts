import type { SafetyForm } from "@fieldfare/contract/office";
import { expect, it } from "vitest";
import { listDangers } from "./dangers.ts";

type Finding = SafetyForm["findings"][number];

const aFinding = (changes: Partial<Finding>): Finding => ({
  classification: "AR",
  name: "Gas fire, Lounge",
  fault: "Spillage",
  action: "",
  isNoticeIssued: false,
  noticeNumber: "",
  isRefused: false,
  isReportable: false,
  ...changes,
});

const aForm = (kind: SafetyForm["kind"], ...findings: readonly Finding[]): SafetyForm => ({
  kind,
  jobId: "job",
  formattedJobId: "FF1",
  propertyId: "home",
  address: "1 Example Street",
  postcode: "LS1 1AA",
  uprn: null,
  completedOn: "2026-11-27T09:00:00.000Z",
  engineerName: null,
  findings: [...findings],
  isOpen: true,
  openDangers: [],
  job: null,
});

const names = (forms: readonly SafetyForm[]) => listDangers(forms).map(({ name }) => name);

it("lists what is Immediately Dangerous before what is At Risk, and no other defect", () => {
  const record = aForm(
    "gas-safety-record",
    aFinding({ name: "Hob", classification: "NCS" }),
    aFinding({ name: "Fire" }),
    aFinding({ name: "Meter", classification: null }),
    aFinding({ name: "Boiler", classification: "ID" }),
  );
  expect(names([record])).toEqual(["Boiler", "Fire"]);
});

it("has a danger of the record and of its notice once, with the number of the notice", () => {
  const record = aForm("gas-safety-record", aFinding({}), aFinding({ name: "Boiler" }));
  const notice = aForm(
    "warning-notice",
    aFinding({ isNoticeIssued: true, noticeNumber: "WN-7", isRefused: true }),
  );
  expect(listDangers([record, notice])).toMatchObject([
    { name: "Gas fire, Lounge", noticeNumber: "WN-7", isRefused: true },
    { name: "Boiler", isNoticeIssued: false },
  ]);
});

it("has two appliances of the same name twice, also where a notice names one of them", () => {
  const record = aForm("gas-safety-record", aFinding({}), aFinding({}));
  expect(names([record])).toEqual(["Gas fire, Lounge", "Gas fire, Lounge"]);
  const notice = aForm("warning-notice", aFinding({ isNoticeIssued: true }));
  expect(listDangers([record, notice]).map(({ isNoticeIssued }) => isNoticeIssued)).toEqual([
    true,
    false,
  ]);
});

it.each(["Gas meter", "Emergency control", "Gas pipework, Hall"])(
  "has the installation once, which a notice calls %s",
  (name) => {
    const record = aForm("gas-safety-record", aFinding({ name: "Gas pipework" }));
    const notice = aForm("warning-notice", aFinding({ name, isNoticeIssued: true }));
    expect(names([record, notice])).toEqual([name]);
  },
);
