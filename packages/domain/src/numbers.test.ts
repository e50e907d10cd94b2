import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal, readNumber, readWhole } from "./numbers.ts";

const value = (typed: string, unit?: string) => {
  const read = readNumber(typed, unit);
  return read.kind === "number" ? read.value : read.kind;
};

describe("A number is read", () => {
  it.each([
    ["20.5", 20.5],
    [" 20.5 ", 20.5],
    [".5", 0.5],
    ["20.", 20],
    ["0020", 20],
    ["-5", -5],
    ["−5", -5],
    ["+5", 5],
    ["1,200.5", 1200.5],
    ["1.200,5", 1200.5],
    ["1,200,000", 1_200_000],
    ["20,5", 20.5],
    ["0,500", 0.5],
    ["1200,5", 1200.5],
    ["1 200", 1200],
    ["1\u00a0200.5", 1200.5],
    ["٢٠٫٥", 20.5],
    ["١٬٢٠٠", 1200],
    ["۲۰٫۵", 20.5],
    ["२०.५", 20.5],
    ["２０．５", 20.5],
    ["\u200e20.5\u200f", 20.5],
    ["0.000001", 0.000001],
    ["999999999999999", 999_999_999_999_999],
  ])("%j is %d", (typed, number) => expect(value(typed)).toBe(number));

  it.each([
    ["20.5 mbar", "mbar", 20.5],
    ["20.5mbar.", "mbar", 20.5],
    ["24kW", "kW", 24],
    ["24 KW", "kW", 24],
    ["45%", "%", 45],
    ["45 per cent", "%", 45],
    ["٤٥٪", "%", 45],
    ["21 °C", "°C", 21],
    ["21c", "°C", 21],
    ["1.5 m3/h", "m³/h", 1.5],
    ["1.5 m³/hr", "m³/h", 1.5],
    ["48,210.5 miles", "mi", 48_210.5],
  ])("with its unit: %j in %s is %d", (typed, unit, number) =>
    expect(value(typed, unit)).toBe(number),
  );

  it.each(["", " ", "\n", "\u200e"])("%j is empty", (typed) => expect(value(typed)).toBe("empty"));
});

describe("An ambiguous number", () => {
  it.each([
    ["1,200", ["1200", "1.2"]],
    ["12,345", ["12345", "12.345"]],
    ["-1,200", ["-1200", "-1.2"]],
  ])("%s may be %j", (typed, choices) =>
    expect(readNumber(typed)).toEqual({ kind: "unclear", choices }),
  );

  it("with its unit may be one of two as well", () =>
    expect(readNumber("1,200 mbar", "mbar")).toMatchObject({ kind: "unclear" }));
});

describe("Text that is not a number is unreadable", () => {
  it.each([
    ["20..5"],
    ["2o.5"],
    ["2 0"],
    ["20.5.1"],
    ["1.200.000"],
    ["1,20,000"],
    ["1,200,5"],
    ["--5"],
    ["5-"],
    ["1e5"],
    ["1E-5"],
    ["0x10"],
    ["NaN"],
    ["Infinity"],
    ["."],
    ["-"],
    [","],
    ["mbar"],
    ["20 / 21"],
    ["½"],
    ["9".repeat(100_000)],
    [" ".repeat(100_000) + "x"],
  ])("%.20j", (typed) => expect(value(typed, "mbar")).toBe("unreadable"));

  it("has a reason: it is in another unit, or in one that the field does not know", () => {
    expect(readNumber("24 kW", "mbar")).toEqual({ kind: "unreadable", reason: "other-unit" });
    expect(readNumber("24 kW")).toEqual({ kind: "unreadable", reason: "other-unit" });
    expect(readNumber("1e3", "mbar")).toEqual({ kind: "unreadable", reason: "not-a-number" });
  });

  it("has a reason: it has more digits than are stored", () => {
    for (const typed of ["1234567890123456", "0.0000001"])
      expect(readNumber(typed)).toEqual({ kind: "unreadable", reason: "too-many-digits" });
  });
});

describe("Every typed text", () => {
  const typing = fc.array(
    fc.constantFrom(..."0123456789.,- +eEkWmbar%٠٢٥٫٬ ".split(""), "\u00a0", "−", "½"),
    { maxLength: 24 },
  );

  it("is stored as a finite number that reads back the same", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          typing.map((all) => all.join("")),
          fc.string(),
        ),
        (typed) => {
          const read = readNumber(typed, "mbar");
          fc.pre(read.kind === "number");
          expect(Number.isFinite(read.value)).toBe(true);
          expect(readNumber(String(read.value))).toEqual(read);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("has only choices that can be read", () => {
    const group = fc.integer({ min: 100, max: 999 });
    fc.assert(
      fc.property(group, group, (whole, fraction) => {
        const read = readNumber(`${whole},${fraction} mbar`, "mbar");
        const offered = read.kind === "unclear" ? read.choices : [];
        expect(offered.map((choice) => readNumber(choice).kind)).toEqual(["number", "number"]);
      }),
    );
  });

  it("keeps every digit: none is dropped, none is added", () => {
    const digits = (text: string) => text.replaceAll(/\D/g, "").replaceAll(/^0+|0+$/g, "");
    fc.assert(
      fc.property(typing, (typed) => {
        const text = typed
          .join("")
          .replaceAll(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)));
        const read = readNumber(text);
        fc.pre(read.kind === "number");
        expect(digits(String(read.value))).toBe(digits(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same number in the digits and with the separators of another script", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(999), (whole, fraction) => {
        const plain = `${whole}.${String(fraction).padStart(3, "0")}`;
        const arabic = plain
          .replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "")
          .replace(".", "٫");
        expect(readNumber(arabic)).toEqual(readNumber(plain));
        expect(readNumber(plain)).toEqual({ kind: "number", value: Number(plain) });
      }),
    );
  });
});

it("A count is a whole number from 0; a comma in it only separates thousands", () => {
  expect(
    ["3", " 3 ", "٣", "1,200", "2.0", "3 years"].map((text) => readWhole(text, "years")),
  ).toEqual([3, 3, 3, 1200, 2, 3]);
  for (const typed of ["", "-1", "2.5", "1,5", "three", "3 m", "9".repeat(100_000)])
    expect(readWhole(typed)).toBeNull();
});

it("A decimal has the digits as typed, however many", () => {
  expect(readDecimal("19.99999999999999999999")).toEqual({
    kind: "decimal",
    isNegative: false,
    whole: "19",
    fraction: "99999999999999999999",
  });
});
