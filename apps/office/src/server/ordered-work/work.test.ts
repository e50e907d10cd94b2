import { expect, it } from "vitest";
import {
  findQuantityIssue,
  isWorkValid,
  makeParts,
  makeSors,
  nothingRecorded,
  readSors,
} from "./work.ts";

const sor = { sorCodeId: 7, sorCode: "GA635001", shortDescription: "Service boiler", qty: 0.125 };

it("A quantity that another system has sent is no reason to refuse another change", () => {
  const [planned] = makeSors([sor]);
  const [ordered] = makeParts([{ shortDescription: "Seal", qty: 12_000 }]);
  if (!planned || !ordered) throw new Error("There are no fields");
  expect(isWorkValid([planned], [ordered])).toBe(true);
  expect(readSors([planned])).toEqual([sor]);
  expect(isWorkValid([{ ...planned, qty: "0.1255" }], [])).toBe(false);
  expect(findQuantityIssue({ ...ordered, qty: "12001" }, nothingRecorded)).toBe("not-whole");
});
