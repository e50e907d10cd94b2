import { expect, test } from "vitest";
import { compareAppliances } from "./appliance-order.ts";

const alarm = (of: Partial<Parameters<typeof compareAppliances>[0]>) => ({
  type: 16,
  manufacturerName: "Aico",
  unknownManufacturerName: null,
  modelName: "Ei650",
  unknownModelName: null,
  location: null,
  serialNumber: null,
  createdOn: "2026-03-02T09:00:00.000Z",
  ...of,
});

test("appliances are in the order in which they were made, and those of one moment in one that can be seen", () => {
  const sorted = [
    alarm({ type: 18, createdOn: "2026-03-01T09:00:00.000Z" }),
    alarm({ type: 1, serialNumber: "S9" }),
    alarm({ location: 1, serialNumber: "S7" }),
    alarm({ location: 2, serialNumber: "S2" }),
    alarm({ location: 2, serialNumber: "s10" }),
    alarm({ location: 2, manufacturerName: null, unknownManufacturerName: "Beacon" }),
    alarm({ type: 1, createdOn: "2026-03-02T09:00:00.001Z" }),
  ];
  expect(sorted.toReversed().toSorted(compareAppliances)).toEqual(sorted);
});
