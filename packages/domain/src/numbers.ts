/** The reading of a number field. Nothing is guessed, and nothing is dropped without a reason. */
export type TypedNumber =
  | { readonly kind: "empty" }
  | { readonly kind: "number"; readonly value: number }
  /** A comma may separate thousands or be the decimal point. `choices` holds both numbers. */
  | { readonly kind: "unclear"; readonly choices: readonly [string, string] }
  | { readonly kind: "unreadable"; readonly reason: UnreadableNumber };

export type UnreadableNumber = "not-a-number" | "other-unit" | "too-many-digits";

export interface Decimal {
  readonly kind: "decimal";
  readonly isNegative: boolean;
  /** At least one digit, without leading zeros. */
  readonly whole: string;
  /** Without trailing zeros. */
  readonly fraction: string;
}

/** A longer text is not a number that a person typed. */
const maxTyped = 100;
/** With more digits, a JavaScript number would differ from the one that was typed. */
const maxDigits = 15;
/** With more decimals, a small number would be shown with an exponent. */
const maxDecimals = 6;

/** Reads a number. `unit` is the unit of the field; it may be typed after the number. */
export function readNumber(typed: string, unit = ""): TypedNumber {
  const read = readDecimal(typed, unit);
  if (read.kind !== "decimal") return read;
  const { whole, fraction } = read;
  if (whole.length + fraction.length > maxDigits || fraction.length > maxDecimals)
    return unreadable("too-many-digits");
  return { kind: "number", value: toNumber(read) };
}

/**
 * Reads a count: a whole number from 0. A comma separates thousands, because a fraction is no count. Returns null for
 * anything else.
 */
export function readWhole(typed: string, unit = ""): number | null {
  const read = readNumber(typed, unit);
  if (read.kind === "unclear") return readWhole(read.choices[0]);
  if (read.kind !== "number") return null;
  return Number.isInteger(read.value) && read.value >= 0 ? read.value : null;
}

/** Reads all digits of a number, for a field that limits them itself. */
export function readDecimal(
  typed: string,
  unit = "",
): Decimal | Exclude<TypedNumber, { readonly kind: "number" }> {
  const text = plainText(typed.trim().slice(0, maxTyped + 1));
  if (text === "") return { kind: "empty" };
  const [, sign, number = "", rest = ""] = /^([-+]?) ?([\d.,' ]*)(.*)$/su.exec(text) ?? [];
  const [first, second] = numberForms
    .filter(({ shape }) => shape.test(number.trim()))
    .map(({ point }) => parseDecimal(number.trim(), point, sign === "-"));
  if (text.length > maxTyped || !first) return unreadable("not-a-number");
  if (rest !== "" && !isSameUnit(rest, unit))
    return unreadable(isUnit(plainUnit(rest)) ? "other-unit" : "not-a-number");
  return second
    ? { kind: "unclear", choices: [formatDecimal(first), formatDecimal(second)] }
    : first;
}

/** The ways to write a number, each with its decimal separator. */
const numberForms: readonly { readonly shape: RegExp; readonly point: "." | "," | "" }[] = [
  { shape: /^(?:\d+\.?\d*|\.\d+)$/, point: "." },
  { shape: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/, point: "." },
  { shape: /^[1-9]\d{0,2}([' ])\d{3}(?:\1\d{3})*(?:\.\d*)?$/, point: "." },
  { shape: /^\d*,\d+$/, point: "," },
  { shape: /^[1-9]\d{0,2}(?:([.' ])\d{3})(?:\1\d{3})*,\d+$/, point: "," },
];

function parseDecimal(number: string, point: string, isNegative: boolean): Decimal {
  const [whole = "", fraction = ""] = number.split(point);
  return {
    kind: "decimal",
    isNegative,
    whole: whole.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "") || "0",
    fraction: fraction.replace(/0+$/, ""),
  };
}

function toNumber(decimal: Decimal): number {
  // Adding 0 turns -0 into 0.
  return Number(formatDecimal(decimal)) + 0;
}

function formatDecimal({ isNegative, whole, fraction }: Decimal): string {
  return `${isNegative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function unreadable(reason: UnreadableNumber) {
  return { kind: "unreadable", reason } as const;
}

/** The zeros of Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil and full-width digits. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0xff10];

const plainSigns: Readonly<Record<string, string>> = {
  "٫": ".",
  "．": ".",
  "،": ",",
  "，": ",",
  "٬": "'",
  "’": "'",
  "−": "-",
  "–": "-",
  "‐": "-",
  "‑": "-",
  "－": "-",
  "＋": "+",
  "٪": "%",
};

/**
 * Converts digits and signs of other keyboards to ASCII and any white space to one space, and removes direction
 * marks.
 */
function plainText(text: string): string {
  return asciiDigits(text)
    .replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replaceAll(/[٫．،，٬’−–‐‑－＋٪]/g, (sign) => plainSigns[sign] ?? sign)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Replaces the digits of other scripts by 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, asciiDigit);
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** Letters with what may follow them, such as m3/h. The end of 1e3 is an exponent. */
function isUnit(text: string): boolean {
  return /^[\p{L}%/]+[23]?(?:\/\p{L}+)?$/u.test(text) && !/^e\d+$/.test(text);
}

/** Other spellings of a unit. */
const unitNames: Readonly<Record<string, string>> = {
  percent: "%",
  millibar: "mbar",
  millibars: "mbar",
  mbars: "mbar",
  "m3/hr": "m3/h",
  celsius: "c",
  degc: "c",
  mile: "miles",
  mi: "miles",
  year: "years",
  yr: "years",
  yrs: "years",
};

function isSameUnit(typed: string, unit: string): boolean {
  return unit !== "" && unitName(typed) === unitName(unit);
}

function unitName(unit: string): string {
  const plain = plainUnit(unit);
  return unitNames[plain] ?? plain;
}

function plainUnit(unit: string): string {
  return unit
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s.°^]/g, "");
}
