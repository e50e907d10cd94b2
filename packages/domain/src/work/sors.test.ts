import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { at } from "../testing/a-job.ts";
import {
  addedSor,
  cutQuantity,
  findUnusedSors,
  mayRemoveSor,
  parseQuantity,
  validateQuantityUsed,
  validateSor,
  withQuantityUsed,
} from "./sors.ts";

const sor = { sorCodeId: 7, code: "GA635001", description: "Renew diverter valve" };

describe("A quantity has up to 2 decimal places; extra digits are cut, not rounded", () => {
  test.each([
    ["2", 2],
    ["2.5", 2.5],
    ["2.559", 2.55],
    ["0.999", 0.99],
    ["1.005", 1],
    ["19.99999999999999999999", 19.99],
    [".5", 0.5],
    ["3.", 3],
    [" 4 ", 4],
    ["1,250.75", 1250.75],
    ["1,5", 1.5],
    ["٣", 3],
    ["٢٫٥", 2.5],
  ])("%s is %d", (typed, quantity) => {
    expect(parseQuantity(typed)).toEqual({ ok: true, value: quantity });
  });

  test.each(["", "   "])("%j is missing", (typed) => {
    expect(parseQuantity(typed)).toEqual({ ok: false, refusal: "quantity-missing" });
  });

  test.each(["-1", "two", ".", "1e3", "3 kg", "1.2.3", "0x10", "Infinity", "9".repeat(100_000)])(
    "%.12s is refused",
    (typed) => {
      expect(parseQuantity(typed).ok).toBe(false);
    },
  );

  it("is unclear if a comma may mean two things", () =>
    expect(parseQuantity("1,250")).toEqual({ ok: false, refusal: "quantity-unclear" }));

  it("of any digits after the second never changes the number", () => {
    const digits = (most: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: most }).map((all) => all.join(""));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 99 }),
        digits(30),
        (whole, hundredths, further) => {
          const cut = `${whole}.${String(hundredths).padStart(2, "0")}`;
          expect(parseQuantity(cut + further)).toEqual({ ok: true, value: Number(cut) });
        },
      ),
    );
  });

  it("never has more than two decimals, is never above the typed number nor a hundredth below it", () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 90_000, noNaN: true }), (number) => {
        const typed = number.toFixed(10);
        const quantity = parseQuantity(typed);
        if (!quantity.ok) throw new Error(typed);
        expect(Number(quantity.value.toFixed(2))).toBe(quantity.value);
        expect(quantity.value).toBeLessThanOrEqual(Number(typed));
        expect(Number(typed) - quantity.value).toBeLessThan(0.01 + 1e-9);
      }),
    );
  });

  it("is cut in the field while it is typed", () => {
    expect(["", "1", "1.", "1.2", "1.23", "1.239", "abc"].map(cutQuantity)).toEqual([
      "",
      "1",
      "1.",
      "1.2",
      "1.23",
      "1.23",
      "abc",
    ]);
  });
});

describe("Adding a SOR", () => {
  it("requires SOR and quantity", () => {
    expect(validateSor({ sor: null, quantity: "" })).toEqual({
      sor: "sor-missing",
      quantity: "quantity-missing",
    });
    expect(validateSor({ sor, quantity: "1.5" })).toEqual({});
  });

  it("refuses a quantity of zero", () => {
    expect(validateSor({ sor, quantity: "0.001" })).toEqual({ quantity: "quantity-invalid" });
  });

  it("records usage type 2", () => {
    expect(addedSor(sor, 1.25, at())).toEqual({
      sorCodeId: 7,
      sorCode: "GA635001",
      shortDescription: "Renew diverter valve",
      qty: 1.25,
      qtyUsed: 1.25,
      usageType: 2,
      updatedOnDateTime: at().toISOString(),
    });
  });
});

describe("Updating a SOR", () => {
  it("requires the quantity used, which may be zero", () => {
    expect(validateQuantityUsed("")).toBe("quantity-missing");
    expect(validateQuantityUsed("x")).toBe("quantity-invalid");
    expect(validateQuantityUsed("0")).toBeNull();
  });

  it("changes only the quantity used and the time", () => {
    const planned = { ...addedSor(sor, 2, at()), usageType: 1 };
    expect(withQuantityUsed(planned, 1.5, at(5))).toEqual({
      ...planned,
      qtyUsed: 1.5,
      updatedOnDateTime: at(5).toISOString(),
    });
  });
});

it("A SOR can be removed only if more than one exists", () => {
  const planned = addedSor(sor, 1, at());
  expect([[], [planned], [planned, planned]].map(mayRemoveSor)).toEqual([false, false, true]);
});

it("A planned SOR is unused until a quantity is recorded; one that the engineer added is not planned", () => {
  const planned = { ...addedSor(sor, 3, at(0)), qtyUsed: 0, usageType: 1 };
  expect(findUnusedSors([planned, addedSor(sor, 1, at(0))])).toEqual([planned]);
  expect(findUnusedSors([withQuantityUsed(planned, 0.5, at(1))])).toEqual([]);
});
