import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../apps/server/src/database/testing.ts";
import { type HactVisit, runHactVisit } from "./hact-visit.ts";

let testDatabase: TestDatabase;
let visit: HactVisit;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  visit = await runHactVisit(testDatabase.connectionString, () => undefined);
}, 120_000);
afterAll(() => testDatabase.drop());

it("a repair that a housing system raises comes back step by step", () => {
  const updates = visit.received.filter(({ type }) => type === "JobStatusUpdate");
  expect(updates.map(({ body }) => body)).toMatchObject([
    { TypeCode: "10", OperativesAssigned: [{ NameFull: visit.engineer.name }] },
    { TypeCode: "0", OtherType: "travelling" },
    { TypeCode: "0", OtherType: "onSite" },
    { TypeCode: "0", OtherType: "accessGained" },
    { TypeCode: "0", OtherType: "complete" },
  ]);
  for (const { body } of updates)
    expect(body).toMatchObject({ RelatedWorkOrderReference: { ID: visit.reference } });
});

it("the completion has its SORs, parts, evidence and operative", () => {
  const last = visit.received.at(-1);
  expect(last).toMatchObject({
    type: "WorkOrderComplete",
    authorization: "Bearer housing",
    body: {
      WorkOrderReference: { ID: visit.reference, AllocatedBy: "Pretended housing system" },
      BillOfMaterialItem: [{ CustomName: "Pump", Quantity: { Amount: [1] } }],
      CompletedWorkElements: [
        {
          Reference: { ID: "1" },
          RateScheduleItem: [{ M3NHFSORCode: "GA635001", Quantity: { Amount: [1] } }],
        },
        { RateScheduleItem: [{ CustomCode: "PUMP-1", Quantity: { Amount: [2] } }] },
      ],
      OperativesUsed: [
        {
          NameFull: visit.engineer.name,
          Identification: { Number: visit.engineer.fieldOperativeId },
        },
      ],
    },
  });
  expect(JSON.stringify(last?.body)).toContain("Renewed the pump");
  expect(visit.photos).toHaveLength(1);
  expect(visit.photos[0]?.bytes).toBeGreaterThan(100);
});

it("what the landlord noted about a person does not come back, and did not reach the phone", () => {
  expect(JSON.stringify(visit.received)).not.toContain("Only for the landlord");
});
