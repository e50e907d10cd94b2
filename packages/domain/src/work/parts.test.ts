import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  addedPart,
  blankPart,
  chooseCataloguePart,
  groupParts,
  isUnlikelyQuantity,
  mayRemovePart,
  offersVanStock,
  parseUpdatedQuantity,
  validatePart,
  partGroup,
  printedUnit,
  validatePartUpdate,
  quantityLabel,
  readQuantity,
  unusedParts,
  deriveUsageStatus,
  type WorkPart,
  withQuantity,
} from "./parts.ts";

function aPart(of: Partial<WorkPart> = {}): WorkPart {
  return {
    jobPartId: "part-1",
    usageType: 1,
    usageStatus: null,
    qty: 2,
    qtyUsed: 0,
    qtyRequired: 2,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    ...of,
  };
}

const answers = { ...blankPart, shortDescription: "Fan gasket", quantity: "2" };

describe("Part usage status after update", () => {
  test.each([
    [2, 0, "Unused"],
    [2, 1, "Partial"],
    [2, 2, "Exact"],
    [2, 3, "Additional"],
  ] as const)("of %d ordered, %d used is %s", (qty, used, status) => {
    expect(withQuantity(aPart({ qty }), used)).toEqual(
      aPart({ qty, qtyUsed: used, usageStatus: status }),
    );
  });

  it("is Unused at zero, else compares the use with the order", () => {
    const count = fc.integer({ min: 0, max: 999_999 });
    fc.assert(
      fc.property(count, count, (qty, used) => {
        const side = { "-1": "Partial", "0": "Exact", "1": "Additional" } as const;
        const expected = used === 0 ? "Unused" : side[`${Math.sign(used - qty) as -1 | 0 | 1}`];
        expect(deriveUsageStatus(qty, used)).toBe(expected);
      }),
    );
  });

  it("of a part to be ordered stays Requested: its required quantity changes", () => {
    const part = aPart({ usageType: 3, usageStatus: "Requested", isPartRequired: true });
    expect(withQuantity(part, 5)).toEqual({ ...part, qty: 5, qtyRequired: 5 });
  });
});

describe("Adding a part", () => {
  test.each(["", "   ", "x".repeat(201), "x".repeat(100_000)])(
    "refuses the short description %.5j",
    (shortDescription) => {
      expect(validatePart({ ...answers, shortDescription })).toEqual({
        shortDescription: "short-description-invalid",
      });
    },
  );

  it("accepts a short description of 200 characters", () => {
    expect(validatePart({ ...answers, shortDescription: "x".repeat(200) })).toEqual({});
  });

  test.each(["1", "999", " 12 "])("accepts the quantity %j", (quantity) => {
    expect(validatePart({ ...answers, quantity })).toEqual({});
  });

  test.each(["", "0", "1000", "-1", "1.5", "two", "1e2"])(
    "refuses the quantity %j: it is 1 to 999",
    (quantity) => {
      expect(validatePart({ ...answers, quantity })).toEqual({ quantity: "quantity-invalid" });
    },
  );

  it("from stock counts as used at once", () => {
    expect(addedPart({ ...answers, isVanStock: true }, 2)).toMatchObject({
      usageType: 2,
      usageStatus: "Exact",
      qty: 2,
      qtyUsed: 2,
      qtyRequired: 0,
      isVanStock: true,
      isPartRequired: false,
      addedByFieldOp: true,
    });
  });

  it("to be ordered is requested, not used and never van stock", () => {
    expect(addedPart({ ...answers, isPartRequired: true, isVanStock: true }, 2)).toMatchObject({
      usageType: 3,
      usageStatus: "Requested",
      qty: 2,
      qtyUsed: 0,
      qtyRequired: 2,
      isVanStock: false,
      isPartRequired: true,
    });
  });
});

describe("Updating a part", () => {
  test.each([
    ["0", 0],
    ["7", 7],
    ["1000", 1000],
  ])("accepts %s: a non-negative integer", (typed, quantity) => {
    expect(parseUpdatedQuantity(typed)).toEqual({ ok: true, value: quantity });
  });

  test.each(["", "-1", "0.5", "many", "9".repeat(40)])("refuses %.8j", (quantity) => {
    expect(validatePartUpdate({ quantity, isVanStock: false })).toEqual({
      quantity: "quantity-invalid",
    });
  });
});

it("The label is 'Quantity Required' if the part must be ordered, otherwise 'Quantity Used'", () => {
  expect(quantityLabel({ isPartRequired: true })).toBe("Quantity Required");
  expect(quantityLabel({ isPartRequired: false })).toBe("Quantity Used");
  expect(quantityLabel(aPart({ usageType: 3, isPartRequired: true }))).toBe("Quantity Required");
  expect(quantityLabel(aPart({ usageType: 1, isPartRequired: true }))).toBe("Quantity Used");
});

it("The van-stock switch shows only when the part is not being ordered", () => {
  expect(offersVanStock({ isPartRequired: true })).toBe(false);
  expect(offersVanStock(aPart({ usageType: 3 }))).toBe(false);
  expect(offersVanStock(aPart({ usageType: 2 }))).toBe(true);
});

it("Remove is allowed only for parts added by the field operative", () => {
  expect(mayRemovePart({ addedByFieldOp: true })).toBe(true);
  expect(mayRemovePart({ addedByFieldOp: false })).toBe(false);
});

describe("The quantity of a part", () => {
  it("is asked about if it is more than ten times what was ordered", () => {
    expect(isUnlikelyQuantity(aPart(), 20)).toBe(false);
    expect(isUnlikelyQuantity(aPart(), 21)).toBe(true);
    expect(isUnlikelyQuantity(aPart(), 99_999)).toBe(true);
  });

  it("of a part from stock or to be ordered is asked about if it is more than can be added", () => {
    for (const usageType of [2, 3] as const) {
      expect(isUnlikelyQuantity(aPart({ usageType }), 999)).toBe(false);
      expect(isUnlikelyQuantity(aPart({ usageType }), 1000)).toBe(true);
    }
  });

  it("is not asked about again when it stays as it is", () => {
    expect(isUnlikelyQuantity(aPart({ qtyUsed: 99_999 }), 99_999)).toBe(false);
  });
});

describe("The list", () => {
  it("is grouped as Preordered, Added from stock and Request order", () => {
    const ordered = aPart({ usageType: 1 });
    const used = aPart({ usageType: 2 });
    const toOrder = aPart({ usageType: 3 });
    expect(groupParts([toOrder, ordered, used])).toEqual([
      { group: "Preordered", parts: [ordered] },
      { group: "Added from stock", parts: [used] },
      { group: "Request order", parts: [toOrder] },
    ]);
  });

  it("leaves out groups without parts", () => {
    expect(groupParts([aPart({ usageType: 2 })]).map(({ group }) => group)).toEqual([
      "Added from stock",
    ]);
  });

  it("throws for any other usage type", () => {
    fc.assert(
      fc.property(
        fc.integer().filter((usageType) => usageType < 1 || usageType > 3),
        (usageType) => {
          expect(() => partGroup({ usageType })).toThrow("Unsupported part usage type");
        },
      ),
    );
  });
});

it("Unused parts are the parts ordered in advance of which none was used", () => {
  const unused = aPart({ jobPartId: "unused" });
  const others = [
    aPart({ qtyUsed: 1, usageStatus: "Partial" }),
    aPart({ usageType: 2 }),
    aPart({ usageType: 3 }),
  ];
  expect(unusedParts([unused, ...others])).toEqual([unused]);
});

describe("A part of the catalogue", () => {
  const found = { partUnitTypeId: 1, manufacturerPartCode: "WO-1", internalPartCode: "P100" };

  it("sets its description and codes and leaves the other answers", () => {
    expect(chooseCataloguePart(answers, { ...found, description: "Fan" })).toEqual({
      ...answers,
      shortDescription: "Fan",
      catalogue: found,
    });
  });

  it("has its description cut at 200 characters, without half a character", () => {
    const description = `${"x".repeat(199)}\u{1F527} and more`;
    const chosen = chooseCataloguePart(answers, { ...found, description });
    expect(chosen.shortDescription).toBe("x".repeat(199));
    expect(validatePart(chosen)).toEqual({});
  });
});

test("the quantity shown is the required one of a part to be ordered, else the used one", () => {
  expect(readQuantity(aPart({ usageType: 3, qtyRequired: 4, qtyUsed: 0 }))).toBe(4);
  expect(readQuantity(aPart({ usageType: 1, qtyRequired: 4, qtyUsed: 1 }))).toBe(1);
  expect(readQuantity(aPart({ usageType: 2, qtyRequired: 0, qtyUsed: 3 }))).toBe(3);
});

test("a unit is printed behind a number unless it counts single parts", () => {
  expect(printedUnit("Metre")).toBe("Metre");
  for (const name of ["Each", "each", "", undefined]) expect(printedUnit(name)).toBe("");
});
