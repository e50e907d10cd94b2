import { describe, expect, it } from "vitest";
import { findContradictions } from "./contradictions.ts";
import { formIds } from "./forms.ts";

type Form = "gasSafetyRecord" | "warningNotice" | "boilerService";

const findErrors = (form: Form, answers: Record<string, unknown>) =>
  findContradictions(formIds[form], answers, null)
    .filter(({ severity }) => severity === "error")
    .map(({ path }) => path);

const details = [
  "sitePostcode",
  "businessPhone",
  "landlordPhone",
  "gasSafeRegistration",
  "engineerIdCard",
] as const;

/** The details that a form asks for; the warning notice names no occupier. */
const asked = [
  ...details.map((name) => ["gasSafetyRecord", name] as const),
  ["gasSafetyRecord", "occupierPhone"],
  ...details.map((name) => ["warningNotice", name] as const),
  ["boilerService", "sitePostcode"],
] as const;

describe.each(asked)("%s: %s", (form, name) => {
  it("may be empty: the definition says whether it is required", () => {
    for (const empty of [undefined, null, "", "  "])
      expect(findErrors(form, { [name]: empty })).toEqual([]);
  });

  it("cannot be a letter, zeros or no text at all", () => {
    for (const none of ["x", "XX", "0", "0000000", 0, ["x"], { x: "x" }])
      expect(findErrors(form, { [name]: none })).toEqual([name]);
  });
});

describe("In a gas safety record", () => {
  const isAccepted = (name: string, given: string) =>
    findErrors("gasSafetyRecord", { [name]: given }).length === 0;

  it.each(["LS6 1HT", "ls61ht", "  LS6 1HT ", "Ec1a 1bb", "GIR 0AA", "gir0aa", "BFPO 57"])(
    "%j is a postcode",
    (given) => expect(isAccepted("sitePostcode", given)).toBe(true),
  );

  it.each(["XX", "LS6", "6 LS1HT", "Leeds", "BFPO"])("%j is not a postcode", (given) =>
    expect(isAccepted("sitePostcode", given)).toBe(false),
  );

  it.each([
    "01134960400",
    "0113 496 0400",
    " (0113) 496-0400 ",
    "+44 (0)113 496 0400",
    "07700900123",
    "0800 111 999",
    "+353 1 234 56789",
    "123456789012345",
    "496 0400",
    "0113.496.0400",
    "0113 496 0400 ext 12",
    "07700 900123 (daughter)",
    "07700\u2011900123",
    "+376 812 345",
  ])("%j is a telephone number", (given) => expect(isAccepted("businessPhone", given)).toBe(true));

  it.each(["x", "none", "999", "+44 () -", "00000000000"])(
    "%j is not a telephone number",
    (given) => expect(isAccepted("businessPhone", given)).toBe(false),
  );

  it.each(["1", "000123", "123456", " 123456 "])("%j is a registration number", (given) =>
    expect(isAccepted("gasSafeRegistration", given)).toBe(true),
  );

  it.each(["0", "000000", "1234567", "12a", "-12345", "1 2"])(
    "%j is not a registration number",
    (given) => expect(isAccepted("gasSafeRegistration", given)).toBe(false),
  );

  it.each(["1234567", "0001461", " 1234567 "])("%j is an ID card number", (given) =>
    expect(isAccepted("engineerIdCard", given)).toBe(true),
  );

  it.each(["0", "0000000", "123456", "12345678", "12345x7"])(
    "%j is not an ID card number",
    (given) => expect(isAccepted("engineerIdCard", given)).toBe(false),
  );
});

describe("A message about a telephone number", () => {
  const advice = (form: Form, name: string) =>
    findContradictions(formIds[form], { [name]: "x" }, null).map(({ message }) => message);

  it("says that the field may be left empty only if it may", () => {
    const optional = [expect.stringMatching(/or leave it empty\.$/)];
    expect(advice("gasSafetyRecord", "businessPhone")).toEqual(optional);
    expect(advice("gasSafetyRecord", "occupierPhone")).toEqual(optional);
    expect(advice("warningNotice", "landlordPhone")).toEqual(optional);
    expect(advice("warningNotice", "businessPhone")).toEqual([
      expect.stringMatching(/enter it with its area code\.$/),
    ]);
  });
});
