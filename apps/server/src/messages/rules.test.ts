import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Payload } from "@fieldfare/contract";
import { formIds } from "@fieldfare/domain";
import {
  aClose,
  aContact,
  aForm,
  anAppliance,
  aNote,
  aPart,
  aSor,
  visitedOn as at,
} from "../testing/closings.ts";
import { validateClose, validateContent, validateHold } from "./rules.ts";

const job = { jobId: randomUUID(), fieldOperativeAppointmentId: randomUUID() };
const propertyId = randomUUID();

describe("A hold", () => {
  const reasons = [
    { value: 1, requiresAdditionalText: false },
    { value: 2, requiresAdditionalText: true },
  ];
  const hold = (more: Partial<Payload<"JobHoldChange">>) =>
    validateHold(
      {
        ...job,
        statusTimestamps: { New: at },
        isOnHold: true,
        holdReasonId: 1,
        holdDescription: null,
        timestamp: at,
        changeTimestamp: at,
        ...more,
      },
      reasons,
    );

  it("needs a description where its reason requires one", () => {
    expect(hold({})).toEqual([]);
    expect(hold({ holdReasonId: 2, holdDescription: "Seized valve" })).toEqual([]);
    expect(hold({ holdReasonId: 2, holdDescription: " " })).toEqual(["hold: details-missing"]);
    expect(hold({ isOnHold: false, holdReasonId: null })).toEqual([]);
  });

  it("needs a reason", () => {
    expect(hold({ holdReasonId: null })).toEqual(["hold: reason-missing"]);
  });
});

describe("A close", () => {
  const heatingStatus = {
    isHeatingOperational: true,
    hasHotWater: true,
    wereTempHeatersLeft: false,
    isThePropertyCapped: false,
  };
  const causes = [
    { rootCauseId: 1, description: "Component", requiresAdditionalText: true, child: [] },
  ];
  const chosen = { rootCauseId: 1, description: "Component", additionalText: "Fan" };
  type More = NonNullable<Parameters<typeof aClose>[1]>;
  const close = (more: More) =>
    validateClose(
      aClose(job, {
        ...more,
        outcome: { heatingStatus, rootCauses: [chosen], ...more.outcome },
      }),
      causes,
    );
  const unused = aPart(job, { usageType: 1, qtyUsed: 0, addedByFieldOp: false });

  it("as the app makes it breaks no rule", () => {
    expect(close({})).toEqual([]);
  });

  it.each<[string, More]>([
    ["outcome-not-offered", { outcome: { outcomeId: 2 }, job: { notes: [aNote(job)] } }],
    ["noteMissing", { outcome: { outcomeId: 4 } }],
    ["partNotAdded", { outcome: { outcomeId: 3 } }],
    ["explanation-missing", { job: { parts: [unused] } }],
    ["review-missing", { outcome: { tenantReviewCompleted: false } }],
    ["yes-or-no-missing", { outcome: { heatingStatus: null } }],
    ["cause-missing", { outcome: { rootCauses: [] } }],
    ["cause-text-missing", { outcome: { rootCauses: [{ ...chosen, additionalText: null }] } }],
    [
      "signature-missing",
      { outcome: { customerSignature: { customerName: "Pat", optOut: false, dataUrl: null } } },
    ],
  ])("with %s is flagged", (issue, more) => {
    expect(close(more)).toEqual([`closing: ${issue}`]);
  });
});

describe("The close of a gas safety check", () => {
  const causes = [
    { rootCauseId: 1, description: "Component", requiresAdditionalText: false, child: [] },
  ];
  const heatingStatus = {
    isHeatingOperational: true,
    hasHotWater: true,
    wereTempHeatersLeft: false,
    isThePropertyCapped: false,
  };
  const close = (appliance: Record<string, unknown>) =>
    validateClose(
      aClose(job, {
        outcome: { heatingStatus, rootCauses: [] },
        job: {
          customForms: [
            aForm(job, formIds.gasSafetyRecord, {
              completedForm: { appliances: [{ type: "Gas fire, inset", ...appliance }] },
            }),
          ],
        },
      }),
      causes,
    );

  it("that found nothing needs no root cause", () => {
    expect(close({ inspected: "yes", hasDefect: "no", safeToUse: "yes" })).toEqual([]);
  });

  it("contradicts a notice that says that the supply was capped", () => {
    const notice = aForm(job, formIds.warningNotice, {
      completedForm: { notices: [{ type: "Gas pipework", isolation: "capped" }] },
    });
    const closeWith = (isThePropertyCapped: boolean) =>
      validateClose(
        aClose(job, {
          outcome: {
            heatingStatus: {
              isThePropertyCapped,
              isHeatingOperational: false,
              hasHotWater: false,
              wereTempHeatersLeft: true,
            },
          },
          job: { customForms: [notice] },
        }),
        [],
      );
    expect(closeWith(false)).toEqual(["closing: capped-on-notice"]);
    expect(closeWith(true)).toEqual([]);
  });

  it("contradicts a notice that says that the boiler is off, if heating and hot water work", () => {
    const boiler = { type: "Combination boiler", location: "Kitchen" };
    const notice = aForm(job, formIds.warningNotice, {
      completedForm: { notices: [{ ...boiler, classification: "ID", isolation: "capped" }] },
    });
    expect(
      validateClose(
        aClose(job, { outcome: { heatingStatus }, job: { customForms: [notice] } }),
        [],
      ),
    ).toEqual(["closing: heating-though-off", "closing: hot-water-though-off"]);
  });

  it("that found a defect needs its root cause", () => {
    expect(close({ inspected: "yes", hasDefect: "yes" })).toEqual(["closing: cause-missing"]);
  });
});

describe("What was recorded on the visit", () => {
  const broken = (more: Partial<Payload<"JobClose">["job"]>) =>
    validateContent(aClose(job, { job: more }).job, at);

  const known = aContact(propertyId, { contactType: 1 });
  const home = { phoneType: "Home", number: "0113 496 0100" } as const;

  it("of a form may not name an appliance that was deleted", () => {
    const propertyAssetId = randomUUID();
    const heater = { propertyAssetId, type: "Water heater", location: "Bathroom" };
    const removed = {
      propertyAssetIds: [propertyAssetId],
      propertyTenantIds: [],
      jobPartIds: [],
    };
    const completedForm = { appliances: [heater] };
    const customForms = [aForm(job, formIds.gasSafetyRecord, { completedForm })];
    expect(broken({ customForms })).toEqual([]);
    expect(broken({ customForms, removed })).toEqual([
      "form: names deleted appliance Water heater, Bathroom",
    ]);
  });

  it("of a complete gas safety record is flagged if an appliance was scrapped or changed later", () => {
    const heater = anAppliance(propertyId, { addedByEngineer: false });
    const { propertyAssetId } = heater;
    const completedForm = {
      appliances: [{ propertyAssetId, type: "Water heater", location: "Bathroom" }],
    };
    const [before, after] = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:05:00.000Z"];
    const completion = { completionStatus: "Complete", completedOn: before } as const;
    const customForms = [aForm(job, formIds.gasSafetyRecord, { completedForm, ...completion })];
    const flagsOf = (change: object) =>
      broken({ customForms, propertyAssets: [{ ...heater, ...change }] });
    expect(flagsOf({ modifiedOn: before })).toEqual([]);
    expect(flagsOf({ modifiedOn: after })).toEqual([
      "form: changed after the record was complete: Water heater, Bathroom",
    ]);
    expect(flagsOf({ modifiedOn: after, scrapped: true, scrappedDateTime: after })).toEqual([
      "form: scrapped after the record was complete: Water heater, Bathroom",
    ]);
    const hob = anAppliance(propertyId, { addedByEngineer: true, fuelType: 1, modifiedOn: after });
    const flags = broken({ customForms, propertyAssets: [{ ...heater, modifiedOn: before }, hob] });
    expect(flags).toEqual([
      "form: gas appliance added after the record was complete, which does not name it",
    ]);
  });

  it("of a contact may be any number in Great Britain", () => {
    const phones = [home, { phoneType: "Mobile", number: "+447700900123" } as const];
    expect(broken({ tenants: [{ ...known, contactMethodType: 6, phones }] })).toEqual([]);
  });

  it.each<[string, Partial<Payload<"JobClose">["job"]>]>([
    ["note: description-missing", { notes: [aNote(job, { description: " " })] }],
    ["SOR: quantity-invalid", { plannedSors: [aSor(job, { usageType: 2, qty: 1.255 })] }],
    ["part: description-missing", { parts: [aPart(job, { shortDescription: "" })] }],
    ["part: quantity-invalid", { parts: [aPart(job, { qtyUsed: 1000 })] }],
    ["appliance: maker-missing", { propertyAssets: [anAppliance(propertyId, { type: 16 })] }],
    ["contact: contact-type-missing", { tenants: [aContact(propertyId)] }],
    ["contact: phone-missing", { tenants: [{ ...known, contactMethodType: 2 }] }],
    ["contact: mobile-missing", { tenants: [{ ...known, contactMethodType: 4, phones: [home] }] }],
    [
      "contact: phone-invalid",
      { tenants: [{ ...known, phones: [{ phoneType: "Mobile", number: "0911 100 100" }] }] },
    ],
    [
      "contact: full-name-not-unique",
      {
        tenants: [
          aContact(propertyId, { contactType: 1, fullName: "Kim Leaver" }),
          aContact(propertyId, { fullName: "kim leaver", addedByEngineer: false }),
        ],
      },
    ],
  ])("%s", (issue, more) => {
    expect(broken(more)).toEqual([issue]);
  });

  it("does not check what came with the job", () => {
    const before = "2026-11-01T10:00:00.000Z";
    expect(
      broken({
        plannedSors: [aSor(job, { qty: 0 })],
        parts: [aPart(job, { addedByFieldOp: false, shortDescription: "" })],
        propertyAssets: [anAppliance(propertyId, { modifiedOn: before })],
        tenants: [aContact(propertyId, { addedByEngineer: false })],
      }),
    ).toEqual([]);
  });
});
