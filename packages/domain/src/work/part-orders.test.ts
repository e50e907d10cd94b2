import { expect, it } from "vitest";
import { nextPartOrderStates, type PartOrder } from "./part-orders.ts";

const order: PartOrder = {
  state: "to-order",
  isRequest: true,
  isJobClosed: false,
  qtyCollected: 0,
};

it.each<[string, Partial<PartOrder>, string[]]>([
  ["a request", {}, ["ordered", "ready", "not-needed"]],
  ["an ordered request", { state: "ordered" }, ["ready", "ordered", "to-order", "not-needed"]],
  ["a part ordered in advance", { state: "ordered", isRequest: false }, ["ready", "ordered"]],
  ["a part at its store", { state: "ready" }, ["ready"]],
  ["a part that is partly collected", { state: "ready", qtyCollected: 1 }, []],
  ["a request whose job is over", { state: "ready", isJobClosed: true }, ["ready", "not-needed"]],
  [
    "a part ordered in advance whose job is over",
    { state: "ready", isRequest: false, isJobClosed: true },
    ["not-needed"],
  ],
  ["a collected part", { state: "collected" }, []],
  ["a request that is not needed", { state: "not-needed" }, ["to-order"]],
])("%s can become", (_name, given, states) => {
  expect(nextPartOrderStates({ ...order, ...given })).toEqual(states);
});
