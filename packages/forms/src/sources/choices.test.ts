import { expect, it } from "vitest";
import { aContext, anAppliance } from "../testing/forms.ts";
import { choicesFor } from "./choices.ts";

it("Equal appliances are told apart by serial number, or by a number", () => {
  const twin = (id: string, serialNumber: string | null) => anAppliance(id, { serialNumber });
  const textsOf = (...serials: readonly (string | null)[]) => {
    const appliances = serials.map((serial, index) => twin(String(index), serial));
    return choicesFor({ choicesFrom: "appliances" }, aContext({ appliances })).map(
      ({ text }) => text,
    );
  };
  const label = "Combi boiler Worcester Bosch Greenstar 30i, Kitchen";
  expect(textsOf("A1")).toEqual([label]);
  expect(textsOf("A1", "A2")).toEqual([`${label}, serial A1`, `${label}, serial A2`]);
  expect(textsOf("A1", null)).toEqual([`${label}, serial A1`, label]);
  expect(textsOf(null, null)).toEqual([`${label} (1)`, `${label} (2)`]);
  expect(textsOf("A1", "A1")).toEqual([`${label}, serial A1 (1)`, `${label}, serial A1 (2)`]);
});
