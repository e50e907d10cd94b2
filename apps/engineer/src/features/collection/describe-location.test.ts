import { expect, it } from "vitest";
import { describeLocation } from "./describe-location.ts";

const describe = (locationName: string, deliveryType: string, store: string | null = null) =>
  describeLocation({ locationName, deliveryType, store, addressLine1: "Unit 7, Example Park" });

it("A location whose name has its kind in it is not followed by the kind", () => {
  expect(describe("Locker 12", "Locker")).toEqual(["Locker 12", "Unit 7, Example Park"]);
  expect(describe("Parcel LOCKER", "locker")[0]).toBe("Parcel LOCKER");
});

it("Another location is followed by its kind and its store", () => {
  expect(describe("Trade counter", "Collect", "Leeds")[0]).toBe("Trade counter, Collect, Leeds");
  expect(describe("Collection point", "Collect")[0]).toBe("Collection point, Collect");
  expect(describe("", "Locker")[0]).toBe("Locker");
});
