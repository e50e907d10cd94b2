import { describe, expect, it } from "vitest";
import { cutRegistration, isRegistration, registrationFormats } from "./registration.ts";

describe("A registration", () => {
  it.each(["YK21 FLD", "AB12 CDE", " ab12 cde "])(
    "%j is two letters, two digits, a space, three letters",
    (text) => expect(isRegistration(text)).toBe(true),
  );

  it.each([
    "",
    "YK21FLD",
    "YK21  FLD",
    "Y21 FLD",
    "YK2 FLD",
    "YK21 FL",
    "YK21 FLDX",
    "1K21 FLD",
    "ＹＫ21 FLD",
    "YK21\nFLD",
  ])("%j is not a registration", (text) => expect(isRegistration(text)).toBe(false));

  it("is uppercase and at most eight characters while it is typed", () => {
    expect(cutRegistration("yk21 fldx")).toBe("YK21 FLD");
    expect(cutRegistration("  yk21 fld ")).toBe("YK21 FLD");
    expect(cutRegistration("YK21\u00a0 FLD")).toBe("YK21 FLD");
    expect(cutRegistration("YK21 ")).toBe("YK21 ");
    expect(cutRegistration("ab12cde")).toBe("AB12 CDE");
    expect(cutRegistration("ab12cd")).toBe("AB12CD");
    expect(cutRegistration("ßßßßß")).toBe("SSSSSSSS");
    expect(cutRegistration("😀😀😀😀😀")).toBe("😀😀😀😀");
    expect(cutRegistration("1234567😀")).toBe("1234567");
  });

  it.each([
    ["prefix", "P7 ABC"],
    ["prefix", "A123 BCD"],
    ["suffix", "ABC 123D"],
    ["dateless", "ABC 123"],
    ["dateless", "1 FF"],
    ["dateless", "1234 AB"],
    ["northern-ireland", "AIZ 1234"],
  ] as const)("of the format %s is accepted if the office allows it: %s", (format, plate) => {
    expect(isRegistration(plate)).toBe(false);
    expect(isRegistration(plate, [format])).toBe(true);
    expect(isRegistration("YK21 FLD", [format])).toBe(true);
  });

  it("of Northern Ireland has an I or a Z", () =>
    expect(isRegistration("ABC 1234", ["northern-ireland"])).toBe(false));

  it("a format that this build does not know allows nothing", () =>
    expect(registrationFormats(["prefix", "moon", "toString"])).toEqual(["prefix"]));
});
