import { describe, expect, it } from "vitest";
import {
  expectValues,
  listDifferences,
  makeFields,
  newFields,
  takeOver,
  toValues,
  type Values,
} from "./values.ts";

const seen: Values = {
  name: "Sam Taylor",
  email: "sam@fieldfare.example",
  mobileNumber: null,
  gasSafeIdCard: "0001461",
  recordsMileage: false,
  perms: ["13#1", "21#1", "18#1,2"],
};

it("changes nothing if nothing is typed", () => {
  expect(toValues(makeFields(seen), seen.perms)).toEqual(seen);
});

it("sends an empty text as no value, and keeps permissions that no field shows", () => {
  const fields = { ...makeFields(seen), gasSafeIdCard: " ", granted: ["addContact"] as const };
  expect(toValues(fields, seen.perms)).toEqual({
    ...seen,
    gasSafeIdCard: null,
    perms: ["13#1", "18#4"],
  });
});

it("grants a new engineer the permissions for properties, as the server does", () => {
  expect(toValues(newFields, []).perms).toEqual(["18#1,2,3,4"]);
});

describe("When somebody else has changed the engineer", () => {
  const now: Values = { ...seen, mobileNumber: "07700900123", perms: ["13#1", "18#1,2,3"] };

  it("what the user has not touched follows, and what was typed stays", () => {
    const typed = {
      ...makeFields(seen),
      name: "Sam Tailor",
      granted: ["plan", "readProperty"] as const,
    };
    const fields = takeOver(typed, seen, now);
    expect(fields).toMatchObject({ name: "Sam Tailor", mobileNumber: "07700900123" });
    expect(toValues(fields, now.perms).perms).toEqual(["13#1", "18#1,3"]);
  });

  it("only what the user wants otherwise is told", () => {
    const wanted = { ...seen, mobileNumber: "07700900123" };
    expect(listDifferences(expectValues(seen, now, wanted), now)).toEqual(["perms"]);
    expect(expectValues(seen, now, now)).toEqual(now);
    expect(expectValues(seen, seen, wanted)).toEqual(seen);
  });
});
