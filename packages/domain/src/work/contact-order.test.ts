import { expect, test } from "vitest";
import { compareContacts } from "./contact-order.ts";

test("contacts are in the order in which they were made, and those of one moment in that of their names", () => {
  const createdOn = "2026-03-02T09:00:00.000Z";
  const sorted = [
    { fullName: "Zoe Example", createdOn: "2026-03-01T09:00:00.000Z" },
    { fullName: "Flat 2", createdOn },
    { fullName: "flat 10", createdOn },
    { fullName: "Ann Example", createdOn: "2026-03-02T09:00:00.001Z" },
  ];
  expect(sorted.toReversed().toSorted(compareContacts)).toEqual(sorted);
});
