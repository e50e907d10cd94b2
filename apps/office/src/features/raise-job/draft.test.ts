import { jobDraft } from "@fieldfare/contract/office";
import { expect, it } from "vitest";
import { emptyNeeds } from "../../server/visit-needs/needs.ts";
import { OfficeError } from "../../server/send-request.ts";
import {
  buildDraft,
  describeLateness,
  describePriority,
  isCaseRefused,
  isEngineerDisabled,
  isHomeKnown,
  isRaisedByAnother,
  type JobInput,
} from "./draft.ts";

const jobId = "0190a000-0000-7000-8000-000000000001";
const input: JobInput = {
  home: {
    propertyId: null,
    addressLine1: " 1 Example Street ",
    addressLine2: " ",
    addressLine3: null,
    addressLine4: "Leeds",
    clientId: null,
    postcode: "ls1 1aa",
    tenantName: "",
    tenantPhone: "",
  },
  type: { jobDetailTypeId: 21, name: "No heating", jobCategoryId: 2, categoryName: "Gas repair" },
  appointmentDateTime: "2026-11-24T09:00:00.000Z",
  engineer: null,
  taskDetails: null,
  accessNotes: null,
  jobPriority: "Urgent",
  clientId: 7,
  plannedSors: [],
  parts: [],
  needs: emptyNeeds,
  knownHomeIds: [],
  openJobIds: ["0190a000-0000-7000-8000-000000000009"],
};

it("tidies a new address, and fits what the server takes", () => {
  const draft = buildDraft(jobId, input);
  expect(jobDraft.safeParse(draft).success).toBe(true);
  expect(draft).toMatchObject({
    jobId,
    fieldOperativeId: null,
    jobCategoryId: 2,
    detailTypeName: "No heating",
    property: {
      clientId: 7,
      addressLine1: "1 Example Street",
      addressLine2: null,
      addressLine4: "Leeds",
      postcode: "LS1 1AA",
    },
  });
  expect(draft.property).not.toHaveProperty("propertyId");
  expect(draft.expectedPropertyIds).toEqual([]);
  expect(draft).not.toHaveProperty("expectedOpenJobIds");
});

it("leaves the address and the client of a known home as they are", () => {
  const propertyId = "0190a000-0000-7000-8000-000000000002";
  const { tenantName: _name, tenantPhone: _phone, clientId: _client, ...address } = input.home;
  const home = { ...input.home, propertyId };
  const draft = buildDraft(jobId, { ...input, home, clientId: undefined });
  expect(draft.property).toEqual({ ...address, propertyId });
  expect(draft).not.toHaveProperty("expectedPropertyIds");
});

it.each([
  ["07700 900123", "Mobile"],
  ["+44 7700 900123", "Mobile"],
  ["0113 496 0000", "Home"],
])("adds the tenant of a new home with the telephone %s", (number, phoneType) => {
  const home = { ...input.home, tenantName: " Pat Example ", tenantPhone: ` ${number} ` };
  const draft = buildDraft(jobId, { ...input, home });
  expect(jobDraft.safeParse(draft).success).toBe(true);
  expect(draft.property.tenants).toEqual([
    {
      fullName: "Pat Example",
      isPrimaryTenant: true,
      contactMethodType: 2,
      phones: [{ phoneType, number }],
    },
  ]);
});

it("adds a tenant without a telephone", () => {
  const { property } = buildDraft(jobId, { ...input, home: { ...input.home, tenantName: "Pat" } });
  expect(property.tenants).toEqual([{ fullName: "Pat", isPrimaryTenant: true }]);
});

it("counts the days of a priority in London, over the change of the clocks too", () => {
  const late = Date.parse("2026-10-23T23:30:00Z");
  expect(describePriority({ responseDays: 0, completionDays: 2 }, late)).toBe(
    "To be answered by Sat 24 Oct, and completed by Mon 26 Oct",
  );
});

it("gives the job to nobody whose account is disabled meanwhile", () => {
  const draft = buildDraft(jobId, { ...input, engineer: "0190a000-0000-7000-8000-00000000000a" });
  expect(jobDraft.safeParse(draft).success).toBe(true);
  expect(draft.expectedEngineer).toEqual({ isDisabled: false });
  expect(buildDraft(jobId, input)).not.toHaveProperty("expectedEngineer");
});

it("says that an appointment is later than the priority asks for", () => {
  const now = Date.parse("2026-11-23T09:00:00Z");
  const level = { responseDays: 1, completionDays: 5 };
  const about = (moment: string) => describeLateness(level, moment, now);
  expect(about("2026-11-24T23:30:00.000Z")).toBeNull();
  expect(about("2026-11-25T00:30:00.000Z")).toContain("an answer by Tue 24 Nov");
  expect(about("2026-11-29T09:00:00.000Z")).toContain("completion by Sat 28 Nov");
});

it("sends planned SORs, ordered parts and what the visit needs, and nothing that is empty", () => {
  const plain = buildDraft(jobId, input);
  for (const name of ["plannedSors", "parts", "alertCodes", "keySafe", "attachmentIds"])
    expect(plain).not.toHaveProperty(name);
  const draft = buildDraft(jobId, {
    ...input,
    plannedSors: [{ sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service", qty: "1.5" }],
    parts: [{ rowId: "3", code: "P100001", description: "Pump", unitId: 1, qty: "2", place: null }],
    needs: { ...emptyNeeds, alertCodes: ["DOG"], keySafe: { location: "", code: "1234" } },
  });
  expect(jobDraft.safeParse(draft).success).toBe(true);
  expect(draft).toMatchObject({
    plannedSors: [{ sorCodeId: 7, qty: 1.5 }],
    parts: [{ qty: 2, shortDescription: "Pump", internalPartCode: "P100001", location: null }],
    alertCodes: ["DOG"],
    keySafe: { location: null, code: "1234" },
  });
});

const refuse = (path: string) =>
  new OfficeError(409, {
    title: "This cannot be used",
    status: 409,
    code: "conflict",
    requestId: "1",
    issues: [{ path, message: "It is not open" }],
  });

it("knows a refusal because of the case, of another job, of a known home or of a disabled account, from another one", () => {
  expect(isCaseRefused(refuse("dampCaseId"))).toBe(true);
  expect(isRaisedByAnother(refuse("expectedOpenJobIds"))).toBe(true);
  expect(isHomeKnown(refuse("expectedPropertyIds"))).toBe(true);
  expect(isEngineerDisabled(refuse("expectedEngineer"))).toBe(true);
  for (const error of [refuse("property"), new OfficeError(0, null), null])
    for (const isRefused of [isCaseRefused, isRaisedByAnother, isHomeKnown, isEngineerDisabled])
      expect(isRefused(error)).toBe(false);
});
