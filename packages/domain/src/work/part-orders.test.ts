import { expect, it } from "vitest";
import { countCollected, nextPartOrderStates, type PartOrder } from "./part-orders.ts";

const order: PartOrder = {
  state: "to-order",
  isRequest: true,
  isJobClosed: false,
  qtyCollected: 0,
  qtyCollectedThere: 0,
};

it.each<[string, Partial<PartOrder>, string[]]>([
  ["a request", {}, ["ordered", "ready", "not-needed"]],
  ["an ordered request", { state: "ordered" }, ["ready", "ordered", "to-order", "not-needed"]],
  ["a part ordered in advance", { state: "ordered", isRequest: false }, ["ready", "ordered"]],
  ["a part at its store", { state: "ready" }, ["ready"]],
  [
    "a part that is partly collected",
    { state: "ready", qtyCollected: 1, qtyCollectedThere: 1 },
    [],
  ],
  [
    "a part of which the rest waits for another job",
    { state: "ready", qtyCollected: 1 },
    ["ready"],
  ],
  ["a request whose job is over", { state: "ready", isJobClosed: true }, ["ready", "not-needed"]],
  [
    "a part ordered in advance whose job is over",
    { state: "ready", isRequest: false, isJobClosed: true },
    ["ready", "not-needed"],
  ],
  ["a collected part", { state: "collected" }, []],
  ["a request that is not needed", { state: "not-needed" }, ["to-order"]],
  ["a request of which the rest is not needed", { state: "not-needed", qtyCollected: 1 }, []],
])("%s can become", (_name, given, states) => {
  expect(nextPartOrderStates({ ...order, ...given })).toEqual(states);
});

it.each([
  ["nothing before it waits", null, 0],
  ["what was collected", { qty: 2, qtyCollected: 1 }, 1],
  ["what was collected for an earlier job", { qty: 1, qtyCollected: 0 }, 1],
  ["both", { qty: 1, qtyCollected: 1 }, 2],
])("of 2 that were asked for counts %s", (_name, supplied, count) => {
  expect(countCollected({ qty: 2 }, supplied)).toBe(count);
});
