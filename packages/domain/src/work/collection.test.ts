import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countLeft,
  countUncollected,
  groupCollection,
  isFromStore,
  isUsedUncollected,
  parseReceived,
  receivedPart,
  remainingToCollect,
  waitsForCollection,
} from "./collection.ts";

const part = { status: "Collect", qty: 5, qtyCollected: 0 };

describe("Receiving a part", () => {
  it("accepts 1 up to the remaining quantity", () => {
    const partial = { ...part, qtyCollected: 3 };
    for (const typed of ["٢", "1", "2", " 2 ", "02"])
      expect(parseReceived(typed, partial).ok).toBe(true);
    for (const typed of ["", "0", "3", "-1", "1.5", "1e0", "two", "9".repeat(400)])
      expect(parseReceived(typed, partial)).toEqual({ ok: false, refusal: "received-invalid" });
  });

  it("is missing when more is used than was collected", () => {
    expect(isUsedUncollected(part, 1)).toBe(true);
    expect(isUsedUncollected(part, 0)).toBe(false);
    const partial = { ...part, status: "Partial", qtyCollected: 3 };
    expect(isUsedUncollected(partial, 3)).toBe(false);
    expect(isUsedUncollected(partial, 4)).toBe(true);
    expect(isUsedUncollected({ ...part, status: "Collected", qtyCollected: 5 }, 6)).toBe(false);
    expect(isUsedUncollected({ ...part, status: "NotApplicable" }, 1)).toBe(false);
  });

  it("adds to the collected quantity: below the order is Partial, equal is Collected, above is Excess", () => {
    expect(receivedPart(part, 2)).toMatchObject({ qtyCollected: 2, status: "Partial" });
    expect(receivedPart({ ...part, qtyCollected: 2 }, 3)).toMatchObject({
      qtyCollected: 5,
      status: "Collected",
    });
    expect(receivedPart({ ...part, qtyCollected: 2 }, 4)).toMatchObject({
      qtyCollected: 6,
      status: "Excess",
    });
  });

  it("has a collected quantity from the order on, which stays when all of it was collected", () => {
    for (const count of [0, 2, 5]) {
      const { status } = count === 0 ? part : receivedPart(part, count);
      expect(isFromStore({ status })).toBe(true);
    }
    expect(isFromStore({ status: "NotApplicable" })).toBe(false);
  });

  it("in several steps ends with the full quantity and never with more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.array(fc.nat(20)), (qty, quantities) => {
        let now = { ...part, qty };
        for (const quantity of [...quantities, remainingToCollect(now)]) {
          const count = parseReceived(String(quantity), now);
          if (!count.ok) continue;
          now = receivedPart(now, count.value);
          expect(now.status).toBe(now.qtyCollected === qty ? "Collected" : "Partial");
        }
        const rest = parseReceived(String(remainingToCollect(now)), now);
        if (rest.ok) now = receivedPart(now, rest.value);
        expect(now).toEqual({ status: "Collected", qty, qtyCollected: qty });
      }),
    );
  });
});

describe("After a visit", () => {
  it.each([
    ["nothing collected", { ...part, qtyUsed: 0 }, 0, 5],
    [
      "some collected, none used",
      { ...part, status: "Partial", qtyCollected: 2, qtyUsed: 0 },
      2,
      3,
    ],
    [
      "some of what was collected used",
      { ...part, status: "Partial", qtyCollected: 2, qtyUsed: 1 },
      1,
      3,
    ],
    [
      "all collected, one used",
      { ...part, status: "Collected", qtyCollected: 5, qtyUsed: 1 },
      4,
      0,
    ],
    [
      "more collected than is ordered",
      { ...part, status: "Excess", qty: 1, qtyCollected: 3, qtyUsed: 0 },
      3,
      0,
    ],
    ["used without a word about collecting", { ...part, qtyUsed: 5 }, 0, 0],
    ["at no store", { ...part, status: "NotApplicable", qtyUsed: 2 }, 3, 0],
  ])("what is left and what is still at the store: %s", (_, counted, left, uncollected) => {
    expect(countLeft(counted)).toBe(left);
    expect(countUncollected(counted)).toBe(uncollected);
  });
});

it("A part that is collected, not ordered or complete waits nowhere", () => {
  expect(waitsForCollection(part)).toBe(true);
  expect(waitsForCollection({ ...part, status: "Partial", qtyCollected: 4 })).toBe(true);
  for (const status of ["Collected", "Excess", "NotApplicable", "Unused"])
    expect(waitsForCollection({ ...part, status })).toBe(false);
  expect(waitsForCollection({ ...part, status: "Partial", qtyCollected: 5 })).toBe(false);
});

it("Parts are grouped by location, then purchase order, then part", () => {
  const depot = { locationId: 2, siteName: "Depot" };
  const counter = { locationId: 1, siteName: "Aire Valley" };
  const of = (
    jobPartId: string,
    shortDescription: string,
    location: typeof depot | null,
    purchaseOrderId: number | null,
  ) => ({ jobPartId, shortDescription, location, purchaseOrderId });
  const grouped = groupCollection([
    of("1", "Valve", depot, 12),
    of("2", "Pump", null, 3),
    of("3", "Fan", counter, 100),
    of("4", "O-ring 10 mm", counter, 20),
    of("5", "O-ring 9 mm", counter, 20),
    of("6", "Seal", counter, null),
  ]);
  expect(
    grouped.map(({ location, orders }) => [
      location?.siteName ?? null,
      orders.map(({ purchaseOrderId, parts }) => [
        purchaseOrderId,
        parts.map(({ jobPartId }) => jobPartId),
      ]),
    ]),
  ).toEqual([
    [
      "Aire Valley",
      [
        [20, ["5", "4"]],
        [100, ["3"]],
        [null, ["6"]],
      ],
    ],
    ["Depot", [[12, ["1"]]]],
    [null, [[3, ["2"]]]],
  ]);
});
