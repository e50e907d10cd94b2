import { expect, it } from "vitest";
import {
  isBelowReceived,
  isPartRecorded,
  mayLeaveOut,
  type OrderedPart,
  replanSors,
  takeOverOrder,
} from "./ordered-work.ts";
import { withQuantityUsed } from "./sors.ts";

const office: OrderedPart = {
  jobPartId: "1",
  usageType: 1,
  usageStatus: null,
  status: "Collect",
  qty: 4,
  qtyCollected: 0,
  collectedDateTime: null,
  qtyUsed: 0,
  qtyRequired: 4,
  isVanStock: false,
  isPartRequired: false,
  addedByFieldOp: false,
  location: {},
};

it.each([
  [0, {}, "Collect"],
  [0, null, "NotApplicable"],
  [3, null, "Partial"],
  [4, {}, "Collected"],
  [5, {}, "Excess"],
] as const)(
  "an ordered part of which %i of 4 were received is shown so",
  (qty, location, status) => {
    const here = { ...office, qty: 1, qtyCollected: qty };
    expect(takeOverOrder(here, { ...office, location })).toMatchObject({ status, qty: 4 });
  },
);

it("what was used of it is compared with what is ordered now", () => {
  const here = { ...office, qty: 1, qtyUsed: 1, usageStatus: "Exact" } as const;
  expect(takeOverOrder(here, office)).toMatchObject({ qtyUsed: 1, usageStatus: "Partial" });
});

it("anything that an engineer says of a part counts as recorded", () => {
  expect(isPartRecorded(office)).toBe(false);
  expect(isPartRecorded({ ...office, usageStatus: "Requested" })).toBe(false);
  const recorded = [{ qtyCollected: 1 }, { qtyUsed: 1 }, { isVanStock: true }];
  for (const more of recorded) expect(isPartRecorded({ ...office, ...more })).toBe(true);
  expect(isPartRecorded({ ...office, usageStatus: "Unused" })).toBe(true);
});

it("what is recorded of it is not left out, and what was received not ordered in a smaller number", () => {
  expect(mayLeaveOut(office)).toBe(true);
  expect(mayLeaveOut({ ...office, qtyCollected: 1 })).toBe(false);
  expect(mayLeaveOut({ ...office, qtyUsed: 1, usageStatus: "Partial" })).toBe(false);
  const excess = { qty: 2, qtyCollected: 3 };
  expect([1, 2, 3].map((qty) => isBelowReceived(qty, excess))).toEqual([true, false, false]);
});

it("a SOR that was used and is no longer planned becomes one that the engineer added", () => {
  const sor = { sorCodeId: 1, qty: 5, qtyUsed: 2, usageType: 1, updatedOnDateTime: "now" };
  expect(replanSors([sor], [])).toEqual([{ ...sor, qty: 2, usageType: 2 }]);
  expect(replanSors([{ ...sor, qtyUsed: 0 }], [])).toEqual([]);
  expect(replanSors([{ ...sor, usageType: 2 }], [sor])).toEqual([sor]);
});

it("a SOR that is no longer planned, and of which a quantity is typed, stays as long as that", () => {
  const sor = { sorCodeId: 1, qty: 5, qtyUsed: 0, usageType: 1, updatedOnDateTime: "now" };
  const stayed = replanSors([sor], [], { removed: [], typed: [1] });
  expect(stayed).toEqual([{ ...sor, qty: 0, usageType: 2 }]);
  expect(replanSors(stayed, [])).toEqual([]);
  const [typed] = stayed;
  expect(typed && withQuantityUsed(typed, 3, new Date())).toMatchObject({ qty: 3, qtyUsed: 3 });
});
