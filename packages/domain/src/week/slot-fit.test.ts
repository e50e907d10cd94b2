import { describe, expect, it } from "vitest";
import { compareFits, fitSlot, postcodeDistrict } from "./slot-fit.ts";

const visit = (time: string, postcode = "LS1 1AA") => ({
  formattedJobId: time,
  appointmentDateTime: `2026-11-23T${time}:00.000Z`,
  address: `1 Example Street, ${postcode}`,
});
const slot = visit("10:00", "LS6 2QX");
const fit = (...visits: ReturnType<typeof visit>[]) => fitSlot(slot, visits);

describe("A new appointment in the day of an engineer", () => {
  it("clashes with a visit whose planned time it touches, and not with one that ends as it begins", () => {
    expect(fit(visit("09:30")).clash).toMatchObject({ formattedJobId: "09:30" });
    expect(fit(visit("10:30")).clash).toMatchObject({ formattedJobId: "10:30" });
    expect(fit(visit("09:15"), visit("10:45")).clash).toBeNull();
  });

  it("has a visit before and after it, and the gap to the nearer one", () => {
    expect(fit(visit("14:00"), visit("08:00"), visit("09:00"))).toMatchObject({
      before: { formattedJobId: "09:00" },
      after: { formattedJobId: "14:00" },
      gapMinutes: 15,
      visits: 3,
    });
    expect(fit()).toMatchObject({ before: null, after: null, gapMinutes: null, visits: 0 });
  });

  it("is in the district of the nearer visit or not", () => {
    expect(fit(visit("09:00", "LS6 1AA"), visit("14:00", "LS1 1AA")).isSameDistrict).toBe(true);
    expect(fit(visit("09:00", "LS1 1AA"), visit("14:00", "LS6 1AA")).isSameDistrict).toBe(false);
    expect(fit().isSameDistrict).toBe(false);
  });

  it("knows the district of an address that ends with a postcode", () => {
    expect(postcodeDistrict("1 Example Street, Leeds, LS6 2QX")).toBe("LS6");
    expect(postcodeDistrict("1 Example Street")).toBeNull();
    expect(postcodeDistrict("")).toBeNull();
  });
});

it("engineers are ordered by free, near in time, near by, and then by their visits", () => {
  const days = {
    busy: fit(visit("10:15")),
    far: fit(visit("14:00")),
    empty: fit(),
    near: fit(visit("09:00")),
    nearBy: fit(visit("09:00", "LS6 1AA")),
    nearWithMore: fit(visit("09:00"), visit("15:00")),
  };
  const order = Object.entries(days).toSorted(([, one], [, other]) => compareFits(one, other));
  expect(order.map(([name]) => name)).toEqual([
    "nearBy",
    "near",
    "nearWithMore",
    "empty",
    "far",
    "busy",
  ]);
});
