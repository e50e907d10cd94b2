import { expect, it } from "vitest";
import { describeOrder, describeReading } from "./describe-order.ts";

const free = "Those who are free and near in time are first";

it("says that the free are first only once the jobs of the day are read", () => {
  expect(describeOrder("read", "read")).toBe(`${free}.`);
  expect(describeOrder("reading", "read")).toBe("The jobs of that day are being read.");
  expect(describeOrder("failed", "read")).toBe(
    "The jobs of that day could not be read, so this does not say who is free. The order is that of the names.",
  );
});

it("says that absences are not counted if they could not be read", () => {
  expect(describeOrder("read", "failed")).toBe(
    `${free}. Absences could not be read: somebody may be away.`,
  );
  expect(describeOrder("read", "not-allowed")).toBe(
    `${free}. You may not read absences: somebody may be away.`,
  );
});

it("counts what was read before a failure", () => {
  expect(describeReading({ data: [], isError: true })).toBe("read");
  expect(describeReading({ data: undefined, isError: true })).toBe("failed");
  expect(describeReading({ data: undefined, isError: false })).toBe("reading");
});
